// The page of a hand: a tap on a key shows at once. Without this file every key sends the form.
import { copiesOf, drawn, read, spoken, suitOf } from "../forms/cards.js";
import { draftToPutBack, forgetDraft, keepDraft } from "./hand_draft.js";
import { ask, field, form, leave, move, say, showSave, words } from "./hand_layout.js";

const most = Number(form.dataset.most);

// What stands on the page of the cards that are chosen

function show() {
  const cards = read(field);
  form.querySelector("#count").textContent = `${cards.length} of ${most} cards`;
  form.querySelector("progress").value = cards.length;
  for (const key of form.querySelectorAll("button[name=add]")) showKey(key, cards);
  showChosen(cards);
  showSave();
}

function showKey(key, cards) {
  const mine = copiesOf(key.value, cards);
  const isOff = mine >= Number(key.dataset.left);
  key.classList.toggle("on", mine > 0);
  key.classList.toggle("off", isOff);
  if (isOff) key.setAttribute("aria-disabled", "true");
  else key.removeAttribute("aria-disabled");
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

// A tap on a key, or on a card that is chosen

function add(key) {
  const cards = read(field);
  const mine = copiesOf(key.value, cards);
  if (mine >= Number(key.dataset.left)) {
    const users = [mine ? `${mine} in this hand` : "", key.dataset.others].filter(Boolean).join(", ");
    say(`${drawn(key.value, field)} is used up: ${users}. `, words("cite-pack"));
  } else if (cards.length >= most) say(words("full"));
  else write([...cards, key.value]);
}

function take(button) {
  const cards = read(field);
  const place = button.value === "last" ? cards.length - 1 : Number(button.value);
  write(cards.filter((_, each) => each !== place));
}

function write(cards) {
  field.value = cards.join(" ");
  say();
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
  keepDraft();
}

// An answer that comes behind the next tap has put its own cards into the address.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "arranged") return;
  const cards = read(field);
  if (new URLSearchParams(location.search).get("cards") === cards.join(" ")) keepDraft();
  else keep(cards);
});

// Cards that were not saved when the page was left

function putBack({ cards, groups }) {
  field.value = cards;
  show();
  keep(read(field));
  ask({ groups }, 0);
  say(words("again"));
}

function discard() {
  forgetDraft();
  const address = new URL(location);
  for (const name of ["cards", "groups", "picked"]) address.searchParams.delete(name);
  location.replace(address);
}

const ACTS = { add, take, tap: move, discard };

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.form !== form || !ACTS[button.name]) return;
  event.preventDefault();
  ACTS[button.name](button);
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
const before = draftToPutBack();
if (before) putBack(before);
