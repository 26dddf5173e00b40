// The page of a hand: a tap on a key shows at once, and a moment later the server says how the hand
// is laid out. Without this file every key sends the form. The picker is shared: one copy of it runs.
const picker = document.querySelector("script[src*='/picker.js']").src;
const { drawn, read, spoken, suitOf } = await import(picker);

const form = document.getElementById("cards");
const field = form.querySelector("[name=cards]");
const most = Number(form.dataset.most);
const arranged = () => document.getElementById("arranged");
const picked = () => arranged().querySelector("[name=picked]");
const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

// What stands on the page of the cards that are chosen. --------------------------------------------

function show() {
  const cards = read(field);
  form.querySelector("#count").textContent = `${cards.length} of ${most} cards`;
  form.querySelector("progress").value = cards.length;
  for (const key of form.querySelectorAll("button[name=add]")) showKey(key, cards);
  showChosen(cards);
  showSave(cards);
}

function showKey(key, cards) {
  const mine = cards.filter((card) => card === key.value).length;
  const off = mine >= Number(key.dataset.left);
  key.classList.toggle("on", mine > 0);
  key.classList.toggle("off", off);
  key.toggleAttribute("aria-disabled", off);
  if (off) key.setAttribute("aria-disabled", "true");
  const face = key.firstChild.data.trim();
  const copies = Object.assign(document.createElement("small"), { textContent: `×${mine}` });
  key.replaceChildren(...(mine > 1 ? [`${face} `, copies] : [face]));
  key.setAttribute("aria-label", `${spoken(key.value, field)}${mine ? `, ${mine} in the hand` : ""}`);
}

function showChosen(cards) {
  const box = document.getElementById("chosen");
  const at = [...box.children].indexOf(document.activeElement);
  box.replaceChildren(...cards.map((card, place) => {
    const button = Object.assign(document.createElement("button"), { type: "button", name: "take", value: place });
    button.className = suitOf(card);
    button.textContent = drawn(card, field);
    button.setAttribute("aria-label", `Take away ${spoken(card, field)}`);
    return button;
  }));
  if (at >= 0) box.children[Math.min(at, cards.length - 1)]?.focus({ preventScroll: true });
}

function showSave(cards) {
  const save = document.getElementById("save");
  if (!save) return;
  const button = save.querySelector("[name=use]");
  save.querySelector("[name=cards]").value = cards.join(" ");
  const isShort = cards.length < Number(button.dataset.fewest);
  const isIllegal = button.dataset.ready === "Not legal";
  button.textContent = isShort ? counted(most - cards.length, "more card") : button.dataset.ready;
  button.classList.toggle("off", isShort || isIllegal);
  if (isShort || isIllegal) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

// A tap on a key, or on a card that is chosen ------------------------------------------------------

function say(text, cite) {
  const why = form.querySelector("#why");
  why.textContent = text ? `${text} ` : "";
  if (cite) why.append(document.getElementById(`cite-${cite}`).content.cloneNode(true));
}

function add(key) {
  const cards = read(field);
  const mine = cards.filter((card) => card === key.value).length;
  if (mine >= Number(key.dataset.left)) {
    const users = [mine ? `${mine} in this hand` : "", key.dataset.others].filter(Boolean).join(", ");
    return say(`${drawn(key.value, field)} is used up: ${users}.`, "pack");
  }
  if (cards.length >= most) {
    return say(`${form.dataset.owner} has ${most} cards. Tap one of them below to take it away first.`, "start");
  }
  write([...cards, key.value]);
}

function take(button) {
  const cards = read(field);
  const place = button.value === "last" ? cards.length - 1 : Number(button.value);
  write(cards.filter((_, each) => each !== place));
}

function write(cards) {
  field.value = cards.join(" ");
  say("");
  leave();
  show();
  keep(cards);
  ask();
}

// A reload at once loses no card: the address has them before the server has answered.
function keep(cards) {
  const address = new URL(location);
  address.searchParams.set("cards", cards.join(" "));
  address.searchParams.delete("groups");
  history.replaceState(history.state, "", address);
}

// The server lays the hand out; of quick taps only the last one asks. ------------------------------

let waiting = null;
let focused = "";

function ask(values = {}, delay = 150) {
  clearTimeout(waiting);
  arranged().setAttribute("aria-busy", "true");
  const to = { source: "#asking", target: "#arranged", swap: "outerHTML" };
  waiting = setTimeout(() => {
    const state = new URLSearchParams([...new FormData(form), ...Object.entries(values)]);
    htmx.ajax("GET", `${form.getAttribute("action")}?${state}`, to).catch(() => {}); // the page was left
  }, delay);
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "arranged") return;
  show();
  const again = focused && arranged().querySelector(`[name=tap][value="${focused}"]`);
  if (again) again.focus({ preventScroll: true });
  focused = "";
});

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => say("Referee cannot be reached just now. The cards are still here."));
}

// A card is tapped, and then where it goes. --------------------------------------------------------

function leave() {
  picked().value = "";
  arranged().classList.remove("picking");
  for (const card of arranged().querySelectorAll("[aria-pressed=true]")) card.setAttribute("aria-pressed", "false");
}

function move(button) {
  const before = picked().value;
  say("");
  if (button.value === "leave" || (before && before === button.value)) return leave();
  if (before || button.value === "best") {
    focused = button.value;
    return ask({ tap: button.value }, 0);
  }
  if (!button.classList.contains("place")) return;
  picked().value = button.value;
  button.setAttribute("aria-pressed", "true");
  document.getElementById("moved").textContent = button.getAttribute("aria-label").split(",")[0];
  arranged().classList.add("picking");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const acts = { add, take, tap: move };
  if (button && acts[button.name] && (button.form === form || form.contains(button))) {
    event.preventDefault();
    acts[button.name](button);
  } else if (button?.name === "use" && button.getAttribute("aria-disabled")) {
    event.preventDefault();
    const news = document.getElementById("news");
    const missing = most - read(field).length;
    news.textContent = missing > 0 ? `A hand has ${most} cards: ${missing} missing. ` : "Not legal: see above why. ";
    if (missing > 0) news.append(document.getElementById("cite-start").content.cloneNode(true));
  }
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
  ask({}, 0);
});

form.addEventListener("change", (event) => {
  if (event.target.name === "players") form.submit();
  else if (event.target.name !== "suit") {
    show();
    ask();
  }
});

show();
