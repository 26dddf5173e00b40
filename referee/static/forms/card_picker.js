// The picker of cards: the whole pack in one sheet. After the last card of a field it goes on to the
// next field by itself, and closes after the last one. A card that cannot be taken says why.
import { drawn, holderOf, leftOf, plain, rankOf, read } from "./cards.js";
import { isFull, most, showSlots } from "./card_slots.js";
import { done, fieldsToGoTo, sheet, showCards, showField, tell } from "./picker_sheet.js";

let picking = null;
let offered = []; // the fields to which one can go
// `replacing`: the place of the card whose slot was tapped, which in a full field the next one takes;
// `filled`: the field before; `rank`: of the cards that are shown, where they come by rank; `reason`:
// why the last tap did nothing.
let state = {};

function write(cards) {
  picking.value = cards.join(" ");
  showSlots(picking, open);
  for (const kind of ["input", "change"]) picking.dispatchEvent(new Event(kind, { bubbles: true }));
}

// To a field, on the page or by its tab

function pickFor(field, filled = null, place = -1) {
  const wild = field.dataset.wild?.split(" ") || [];
  const ranks = read(field).map((card) => rankOf(plain(card)));
  const rank = ranks.find((each) => !wild.includes(each)) || "";
  picking = field;
  offered = fieldsToGoTo(field);
  state = { filled, rank, replacing: read(field)[place] ? place : -1 };
  showField(field, offered);
  showCards(field, state);
}

function open(field, place) {
  document.body.append(sheet);
  sheet.showModal();
  pickFor(field, null, place);
}

// The next field that wants cards; not one that is there in case it matters.
const isNext = (field) => !isFull(field) && !field.closest("[data-aside]");

function goOn() {
  const next = state.replacing < 0 && offered.slice(offered.indexOf(picking) + 1).find(isNext);
  if (next) pickFor(next, picking);
  else sheet.close();
}

// A tap in the sheet

// One more copy while there is one and room for it; the next tap takes the card back.
function choose(card) {
  const chosen = read(picking);
  const reason = whyNot(card);
  if (!reason) write([...chosen, card]);
  else if (isTakingThePlaceOfAnother(card)) write(chosen.map((each, at) => (at === Math.max(state.replacing, 0) ? card : each)));
  else if (chosen.includes(card)) return take((each) => each === card);
  else return refuse(reason);
  return isFull(picking) ? goOn() : showCards(picking, state);
}

// It stays until the next tap, also when what the cards come to is told meanwhile.
function refuse(reason) {
  state.reason = reason;
  showCards(picking, state);
}

// Why this card cannot be added now; empty if it can.
function whyNot(card) {
  if (leftOf(card, picking) < 1) return `${drawn(card, picking)} is used up: ${holderOf(card, picking)}.`;
  if (isFull(picking)) return `${picking.dataset.title}: no more than ${read(picking).length}. Tap one to take it back.`;
  return "";
}

function isTakingThePlaceOfAnother(card) {
  const isOffered = leftOf(card, picking) > 0 && !read(picking).includes(card);
  return isOffered && (most(picking) === 1 || state.replacing >= 0);
}

function take(isTaken) {
  state.replacing = -1;
  write(read(picking).filter((card, place) => !isTaken(card, place)));
  showCards(picking, state);
}

sheet.addEventListener("click", (event) => {
  const tapped = event.target.closest("button");
  if (event.target === sheet || tapped === done) return sheet.close(); // or a tap beside it
  const { card, place, rank, tab } = tapped?.dataset || {};
  state.reason = "";
  if (card) choose(card);
  if (place) take((_, each) => each === Number(place));
  if (tab) pickFor(offered[tab]);
  if (!rank) return undefined;
  state.rank = rank;
  return showCards(picking, state);
});
sheet.addEventListener("close", () => {
  sheet.remove();
  picking.previousElementSibling?.lastElementChild?.focus({ preventScroll: true });
});
document.addEventListener("htmx:oobAfterSwap", () => { if (sheet.open) tell(picking, state); });

// A fold with nothing but an empty field opens the picker with it.
document.addEventListener("click", (event) => {
  const fold = event.target.closest("[data-picks] > summary")?.parentElement;
  const field = fold?.querySelector("[data-picker]");
  if (field && !fold.open && !read(field).length) open(field);
});

// A form that came anew while cards were picked gets them.
function goOnInSwapped() {
  const field = [...document.querySelectorAll("[data-picker]")].find((each) => each.name === picking.name);
  const cards = read(picking);
  if (!field) return sheet.close();
  picking = field;
  write(cards);
  return pickFor(field);
}

export function showAllSlots() {
  document.querySelectorAll("[data-picker]").forEach((field) => showSlots(field, open));
  if (sheet.open && !picking.isConnected) goOnInSwapped();
}
