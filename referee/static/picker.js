// The picker of cards: a field of card names becomes slots to tap, and a sheet of keys by suit.
// What is used up in the pack, or the hand being full, disables a key and says why when it is tapped.
const SUITS = { S: ["♠", "spades"], H: ["♥", "hearts"], D: ["♦", "diamonds"], C: ["♣", "clubs"] };
let picking = null;
let suit = "S";

const packOf = (field) => new Map(field.closest("[data-pack]").dataset.pack.trim().split(" ").map((held) => {
  const [card, copies] = held.split(":");
  return [card, Number(copies)];
}));
const read = (field) => field.value.toUpperCase().replaceAll(",", " ").split(" ").filter(Boolean);
const fieldsBeside = (field) => [...field.closest("form").querySelectorAll("[data-picker]")];
const drawn = (card) => (SUITS[card.slice(-1)] ? card.slice(0, -1) + SUITS[card.slice(-1)][0] : card);
const spoken = (card) => (SUITS[card.slice(-1)] ? `${card.slice(0, -1)} of ${SUITS[card.slice(-1)][1]}` : card);

function write(field, cards) {
  field.value = cards.join(" ");
  showSlots(field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function showSlots(field) {
  let slots = field.previousElementSibling;
  if (!slots || !slots.classList.contains("slots")) {
    slots = document.createElement("div");
    slots.className = "slots";
    slots.addEventListener("click", (event) => event.target.closest("button") && open(field));
    field.before(slots);
    field.type = "hidden";
  }
  const cards = read(field);
  const shown = Math.min(Number(field.dataset.picker), Math.max(cards.length + 1, 3));
  slots.replaceChildren(...Array.from({ length: shown }, (_, place) => {
    const card = cards[place];
    const button = document.createElement("button");
    button.type = "button";
    button.className = card ? card.slice(-1) : "empty";
    button.textContent = card ? drawn(card) : "+";
    button.setAttribute("aria-label", `${field.dataset.title}, ${card ? spoken(card) : "choose a card"}`);
    return button;
  }));
}

const held = (field, card) => read(field).filter((each) => each === card).length;
const isFull = () => read(picking).length >= Number(picking.dataset.picker);
const isUsedUp = (card) => fieldsBeside(picking).reduce((sum, field) => sum + held(field, card), 0) >= packOf(picking).get(card);

// Why this card cannot be added now; empty if it can.
function whyNot(card) {
  const user = fieldsBeside(picking).find((field) => held(field, card));
  if (isUsedUp(card)) return `${drawn(card)} is used up: ${user.dataset.title}.`;
  if (isFull()) return `${picking.dataset.title}: no more than ${picking.dataset.picker}. Tap one to take it back.`;
  return "";
}

function key(text, className, label, pressed) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `key ${className}`;
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.setAttribute("aria-pressed", String(pressed));
  return button;
}

function showKeys(dialog) {
  const chosen = read(picking);
  dialog.querySelector("h2 span").textContent = picking.dataset.title;
  dialog.querySelector("h2 b").textContent = chosen.map(drawn).join(" ");
  dialog.querySelector(".suits").replaceChildren(...Object.keys(SUITS).map((each) => {
    const button = key(SUITS[each][0] + each, `${each} ${each === suit ? "on" : ""}`, SUITS[each][1], each === suit);
    button.dataset.suit = each;
    return button;
  }));
  const cards = [...packOf(picking).keys()].filter((card) => card.endsWith(suit) || !SUITS[card.slice(-1)]);
  dialog.querySelector(".ranks").replaceChildren(...cards.map((card) => {
    const mine = chosen.filter((each) => each === card).length;
    const state = mine ? "on" : isUsedUp(card) ? "off" : isFull() ? "full" : "";
    const button = key(drawn(card), `${suit} ${state}`, spoken(card), mine > 0);
    button.dataset.card = card;
    if (state === "off" || state === "full") button.setAttribute("aria-disabled", "true");
    return button;
  }));
  const next = nextField();
  dialog.querySelector(".next").hidden = !next;
  dialog.querySelector(".next").textContent = next ? `Next: ${next.dataset.title}` : "";
  dialog.querySelector(".done").classList.toggle("second", Boolean(next));
}

function nextField() {
  const fields = fieldsBeside(picking);
  return fields.slice(fields.indexOf(picking) + 1).find((field) => read(field).length < Number(field.dataset.picker)) || null;
}

function tap(dialog, button) {
  const reason = dialog.querySelector(".reason");
  reason.textContent = "";
  if (button.dataset.suit) suit = button.dataset.suit;
  if (button.dataset.card) {
    const chosen = read(picking);
    const place = chosen.indexOf(button.dataset.card);
    if (place >= 0) write(picking, chosen.toSpliced ? chosen.toSpliced(place, 1) : chosen.filter((_, at) => at !== place));
    else if (whyNot(button.dataset.card)) reason.textContent = whyNot(button.dataset.card);
    else write(picking, [...chosen, button.dataset.card]);
  }
  const focused = button.dataset.card || button.dataset.suit;
  showKeys(dialog);
  const again = [...dialog.querySelectorAll("button")].find((each) => (each.dataset.card || each.dataset.suit) === focused);
  if (again) again.focus({ preventScroll: true });
}

function sheet() {
  let dialog = document.getElementById("picker");
  if (dialog) return dialog;
  dialog = document.createElement("dialog");
  dialog.id = "picker";
  dialog.className = "picker";
  dialog.setAttribute("aria-label", "Choose cards");
  dialog.innerHTML = '<h2><span></span> <b></b></h2><div class="keys suits"></div><div class="keys ranks"></div><p class="reason" role="status"></p><div class="go"><button type="button" class="done second">Done</button><button type="button" class="next"></button></div>';
  dialog.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.classList.contains("done")) return dialog.close();
    if (!button.classList.contains("next")) return tap(dialog, button);
    picking = nextField();
    dialog.querySelector(".reason").textContent = "";
    showKeys(dialog);
  });
  document.body.append(dialog);
  return dialog;
}

function open(field) {
  picking = field;
  const dialog = sheet();
  dialog.querySelector(".reason").textContent = "";
  showKeys(dialog);
  dialog.showModal();
}

function showAllSlots() {
  document.querySelectorAll("[data-picker]").forEach(showSlots);
}

document.addEventListener("DOMContentLoaded", showAllSlots);
document.addEventListener("htmx:afterSwap", showAllSlots);
