// The hand page: a tapped card appears at once, and the server lays out the hand a moment later.
// Without this script every key submits the form.
import { copiesOf, drawn, read, replaceChildren, spoken, suitOf } from "../forms/cards.js";
import { make, plainText, setOff, storage, text } from "../page.js";

const form = document.getElementById("cards");
const field = form.querySelector("[name=cards]");
const most = Number(form.dataset.most);
const arranged = () => document.getElementById("arranged");
const picked = () => arranged().querySelector("[name=picked]");
const words = (id) => document.getElementById(id).content.cloneNode(true);

// Explains why the last tap did nothing.
const say = (...parts) => document.getElementById("why").replaceChildren(...parts);

// Chosen cards --------------------------------------------------------------------------------------

function show() {
  const cards = read(field);
  form.querySelector("#count").textContent = text("count", { number: cards.length, most });
  form.querySelector("progress").value = cards.length;
  for (const key of form.querySelectorAll("button[name=add]")) {
    const mine = copiesOf(key.value, cards);
    const face = key.firstChild.data.trim();
    key.classList.toggle("on", mine > 0);
    setOff(key, mine >= Number(key.dataset.left));
    key.replaceChildren(...(mine > 1 ? [`${face} `, make("small", "", `×${mine}`)] : [face]));
    const card = spoken(key.value, field);
    key.setAttribute("aria-label", mine ? text("held", { card, number: mine }) : card);
  }
  replaceChildren(document.getElementById("chosen"), cards.map((card, place) => {
    const attributes = { type: "button", name: "take", value: place, "aria-label": text("takeAway", { card: spoken(card, field) }) };
    return make("button", suitOf(card), drawn(card, field), attributes);
  }));
  showSave();
}

// The save button arrives with the layout, which may be older than the cards shown; it must save the latter.
function showSave() {
  const save = document.getElementById("save");
  if (!save) return;
  const cards = read(field);
  const button = save.querySelector("[name=use]");
  save.querySelector("[name=cards]").value = cards.join(" ");
  const isShort = cards.length < Number(button.dataset.fewest);
  button.textContent = isShort ? text("more", { n: most - cards.length }) : button.dataset.ready;
  setOff(button, isShort || "illegal" in button.dataset);
}

// Unsaved cards stay on this phone as a draft. If the stored hand has changed since the draft was begun, it was
// saved here, with the same cards, or on another phone.

const { draft, kept } = form.dataset; // a question has no draft
const draftKey = `hand ${draft}`;
const stateOf = ({ cards, groups }) => `${cards} / ${groups}`;
// oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no other
const cardsOf = (state) => state.split(" / ")[0].split(" ").sort().join(" ");

const here = () => ({
  cards: read(field).join(" "),
  groups: new URLSearchParams(location.search).get("groups") ?? form.elements.groups?.value ?? "",
});

function keepDraft() {
  const state = here();
  if (!draft) return;
  if (stateOf(state) === kept) storage.remove(draftKey);
  else storage.set(draftKey, { ...state, kept });
}

function putDraftBack() {
  const found = draft ? storage.get(draftKey) : null;
  if (!found) return;
  const isSame = found.kept === kept;
  if (!isSame && cardsOf(found.cards) === cardsOf(kept)) storage.remove(draftKey);
  else if (stateOf(found) !== stateOf(here())) {
    field.value = found.cards;
    show();
    keep(read(field));
    ask({ groups: found.groups }, 0);
    say(words(isSame ? "again" : "beside"));
  }
}

// Puts the cards into the address at once, so that a reload before the server's answer loses none.
function keep(cards) {
  const address = new URL(location);
  address.searchParams.set("cards", cards.join(" "));
  address.searchParams.delete("groups");
  history.replaceState(history.state, "", address);
  keepDraft();
}

// The layout -----------------------------------------------------------------------------------------

let waiting = null;
let focused = "";
let pickedCard = null; // in the layout, until it is clear where it goes

// Debounces quick taps.
function ask(values = {}, delay = 150) {
  clearTimeout(waiting);
  arranged().setAttribute("aria-busy", "true");
  const to = { source: "#asking", target: "#arranged", swap: "outerHTML" };
  waiting = setTimeout(() => {
    const state = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(values)) state.set(name, value);
    htmx.ajax("GET", `${form.getAttribute("action")}?${state}`, to).catch(() => {}); // the page was left
  }, delay);
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "arranged") return;
  showSave();
  // Screen readers announce only changes of a live region that was there before.
  const status = document.getElementById("told");
  const sum = plainText(arranged().querySelector(".verdict, .sum-of-hand output"));
  if (status.textContent !== sum) status.textContent = sum;
  if (focused) arranged().querySelector(`[name=tap][value="${focused}"]`)?.focus({ preventScroll: true });
  focused = "";
  // An answer that arrives after the next tap has put older cards into the address.
  const cards = read(field);
  if (new URLSearchParams(location.search).get("cards") === cards.join(" ")) keepDraft();
  else keep(cards);
});

// An answer to an earlier tap leaves the card picked. Before it has settled, htmx would change its class again.
document.addEventListener("htmx:afterSettle", () => {
  const again = pickedCard && [...arranged().querySelectorAll(".place")].find(({ dataset }) => dataset.card === pickedCard);
  if (!again || again.value === picked().value) return;
  leave();
  move(again);
});

// No answer, or none from Referee: the old layout stays.
function stay() {
  arranged().removeAttribute("aria-busy");
  say(text("cardsStillHere"));
}
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, stay);
document.addEventListener("htmx:afterRequest", ({ detail: { successful, xhr } }) => { if (xhr.status && !successful) stay(); });

// Taps -----------------------------------------------------------------------------------------------

function write(cards) {
  field.value = cards.join(" ");
  say();
  leave();
  show();
  keep(cards);
  ask();
}

// In a whole hand a key takes its card back.
function add(key) {
  const cards = read(field);
  const mine = copiesOf(key.value, cards);
  if (mine && cards.length >= most) {
    const last = cards.lastIndexOf(key.value);
    write(cards.filter((_, each) => each !== last));
  } else if (mine >= Number(key.dataset.left)) {
    const holders = [mine ? text("inThisHand", { n: mine }) : "", key.dataset.others].filter(Boolean).join(", ");
    say(text("usedUp", { card: drawn(key.value, field), holders }), " ", words("cite-pack"));
  } else if (cards.length >= most) say(words("full"));
  else write([...cards, key.value]);
}

function take(button) {
  const cards = read(field);
  const place = button.value === "last" ? cards.length - 1 : Number(button.value);
  write(cards.filter((_, each) => each !== place));
}

function leave() {
  picked().value = "";
  pickedCard = null;
  arranged().classList.remove("picking");
  for (const card of arranged().querySelectorAll("[aria-pressed=true]")) card.setAttribute("aria-pressed", "false");
}

// The first tap picks a card in the layout; the second says where it goes.
function move(button) {
  const before = picked().value;
  say();
  if (button.value === "leave" || (before && before === button.value)) leave();
  else if (before || button.value === "best") {
    focused = button.value;
    pickedCard = null;
    ask({ tap: button.value }, 0);
  } else if (button.classList.contains("place")) {
    picked().value = button.value;
    pickedCard = button.dataset.card;
    button.setAttribute("aria-pressed", "true");
    document.getElementById("moved").textContent = button.dataset.card;
    arranged().classList.add("picking");
  }
}

function discard() {
  storage.remove(draftKey);
  const address = new URL(location);
  for (const name of ["cards", "groups", "picked"]) address.searchParams.delete(name);
  location.replace(address);
}

const ACTS = { add, take, tap: move, discard };

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.form === form && ACTS[button.name]) {
    event.preventDefault();
    ACTS[button.name](button);
  } else if (button?.matches("#save [name=use][aria-disabled=true]")) {
    event.preventDefault();
    const missing = most - read(field).length;
    const why = missing > 0 ? [text("whole", { most }), " ", text("missing", { n: missing }), " ", words("cite-start")] : [button.dataset.illegal];
    document.getElementById("news").replaceChildren(...why);
  }
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
  ask({}, 0);
});

form.addEventListener("change", ({ target }) => {
  if (target.name === "players") form.submit();
  else {
    show();
    ask();
  }
});

show();
putDraftBack();
