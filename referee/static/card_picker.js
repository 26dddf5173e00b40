// The picker of cards: a field of card names becomes slots to tap, and a sheet of keys by suit.
// What is used up in the pack, or the hand being full, disables a key and says why when it is tapped.
import { atStartAndAfterSwaps } from "./page.js";
import { SUITS, drawn, fieldsBeside, jokerOf, packOf, plain, read, spoken, suitOf } from "./cards.js";

let picking = null;
let replacing = -1; // the place of the card whose slot was tapped: in a full field the next one takes it
let suit = "S"; // or "JK", for the cards that have none

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
    slots.addEventListener("click", (event) => {
      const slot = event.target.closest("button");
      if (slot) open(field, [...slots.children].indexOf(slot));
    });
    field.before(slots);
    field.type = "hidden";
  }
  const cards = read(field);
  const shown = Math.min(Number(field.dataset.picker), Math.max(cards.length + 1, Number(field.dataset.slots)));
  slots.replaceChildren(...Array.from({ length: shown }, (_, place) => {
    const card = cards[place];
    const button = document.createElement("button");
    button.type = "button";
    button.className = card ? suitOf(card) : "empty";
    button.textContent = card ? drawn(card, field) : "+";
    button.setAttribute("aria-label", `${field.dataset.title}, ${card ? spoken(card, field) : "choose a card"}`);
    return button;
  }));
}

const held = (field, card) => read(field).filter((each) => plain(each) === card).length;
const isFull = () => read(picking).length >= Number(picking.dataset.picker);
const isUsedUp = (card) => fieldsBeside(picking).reduce((sum, field) => sum + held(field, card), 0) >= packOf(picking).get(card);

// Why this card cannot be added now; empty if it can.
function whyNot(card) {
  const user = fieldsBeside(picking).find((field) => held(field, card));
  if (isUsedUp(card)) return `${drawn(card, picking)} is used up: ${user.dataset.title}.`;
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

// How a card looks of which the field has none.
function stateOf(card) {
  if (isUsedUp(card)) return "off";
  const isReplaced = picking.dataset.picker === "1" || replacing >= 0;
  return isFull() && !isReplaced ? "full" : "";
}

function showKeys(dialog) {
  const chosen = read(picking);
  dialog.querySelector("h2 span").textContent = picking.dataset.title;
  dialog.querySelector("h2 b").textContent = chosen.map((card) => drawn(card, picking)).join(" ");
  const suits = [...new Set([...Object.keys(SUITS), ...[...packOf(picking).keys()].map(suitOf)])];
  if (!suits.includes(suit)) suit = "S";
  dialog.querySelector(".suits").replaceChildren(...suits.map((each) => {
    const [symbol, name] = SUITS[each] || [jokerOf(picking), "without a suit"];
    const button = key(SUITS[each] ? symbol + each : "", `${each} ${each === suit ? "on" : ""}`, name, each === suit);
    if (!SUITS[each]) button.append(Object.assign(document.createElement("small"), { textContent: symbol }));
    button.dataset.suit = each;
    return button;
  }));
  const cards = [...packOf(picking).keys()].filter((card) => suitOf(card) === suit);
  dialog.querySelector(".ranks").classList.toggle("JK", suit === "JK");
  dialog.querySelector(".ranks").replaceChildren(...cards.map((card) => {
    const mine = chosen.filter((each) => each === card).length;
    const state = mine ? "on" : stateOf(card);
    const button = key(drawn(card, picking) + (mine > 1 ? ` ×${mine}` : ""), `${suit} ${state}`, spoken(card, picking), mine > 0);
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

// One more copy while there is one and room for it; the next tap takes the card back. Says why not.
function choose(card) {
  const chosen = read(picking);
  const taken = picking.dataset.picker === "1" ? 0 : replacing;
  if (isFull() && taken >= 0 && !chosen.includes(card) && !isUsedUp(card)) {
    write(picking, chosen.map((each, place) => (place === taken ? card : each)));
  } else if (!whyNot(card)) write(picking, [...chosen, card]);
  else if (chosen.includes(card)) write(picking, chosen.filter((each) => each !== card));
  else return whyNot(card);
  return "";
}

function tap(dialog, button) {
  const reason = dialog.querySelector(".reason");
  reason.textContent = "";
  if (button.dataset.suit) suit = button.dataset.suit;
  if (button.dataset.card) reason.textContent = choose(button.dataset.card);
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
    if (event.target === dialog) return dialog.close(); // a tap beside it
    if (!button) return;
    if (button.classList.contains("done")) return dialog.close();
    if (!button.classList.contains("next")) return tap(dialog, button);
    picking = nextField();
    replacing = -1;
    dialog.querySelector(".reason").textContent = "";
    showKeys(dialog);
  });
  document.body.append(dialog);
  return dialog;
}

function open(field, place) {
  picking = field;
  replacing = read(field)[place] ? place : -1;
  const dialog = sheet();
  dialog.querySelector(".reason").textContent = "";
  showKeys(dialog);
  dialog.showModal();
}

function showAllSlots() {
  document.querySelectorAll("[data-picker]").forEach(showSlots);
}

atStartAndAfterSwaps(showAllSlots);
