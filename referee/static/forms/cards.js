// Cards in form fields: 10H, RJ, or JK=H for a joker led for hearts. `data-pack` on an element around a field
// says how many of each card the pack has, and `data-names` what cards without a suit are called.
import { text } from "../page.js";

export const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const packed = (field) => field.closest("[data-pack]");
const pairs = (listed) => listed.split(",").filter(Boolean).map((pair) => pair.trim().split(":"));

// A rank in the letters of one’s own pack, which the page names: `Q:D,J:B,`.
const letters = new Map(pairs(document.documentElement.dataset.ranks || ""));
export const letterOf = (rank) => letters.get(rank) || rank;

export const read = (field) => field.value.toUpperCase().replaceAll(",", " ").split(" ").filter(Boolean);
export const fieldsBeside = (field) => [...packed(field).querySelectorAll("[data-picker]")];
export const plain = (card) => card.split("=")[0];
export const copiesOf = (card, cards) => cards.filter((each) => plain(each) === card).length;

export function packOf(field) {
  const held = packed(field).dataset.pack.trim().replaceAll(" ", ",");
  return new Map(pairs(held).map(([card, copies]) => [card, Number(copies)]));
}

// How many copies of a card are in no field yet; the title of a field that has one.
export const leftOf = (card, field) => packOf(field).get(card) - fieldsBeside(field).reduce((sum, each) => sum + copiesOf(card, read(each)), 0);
export const holderOf = (card, field) => fieldsBeside(field).find((each) => copiesOf(card, read(each)))?.dataset.title;

// The letter of a suit, or JK for cards that have none.
export const suitOf = (card) => (plain(card) !== card || !SUITS[card.slice(-1)] ? "JK" : card.slice(-1));
export const rankOf = (card) => (suitOf(card) === "JK" ? plain(card) : card.slice(0, -1));

function named(card, field) {
  const name = new Map(pairs(packed(field).dataset.names)).get(plain(card)) || card;
  return [name, SUITS[card.split("=")[1]]].filter(Boolean).join(" ");
}

const called = (card, field, words) => (suitOf(card) === "JK" ? named(card, field) : words(card.slice(0, -1), suitOf(card)));

export const drawn = (card, field) => called(card, field, (rank, suit) => letterOf(rank) + SUITS[suit]);
export const spoken = (card, field) => called(card, field, (rank, suit) => text("spoken", { rank: letterOf(rank), suit: text(suit) }));

// Replaces the children of a box; the focus stays at its place among the buttons.
export function replaceChildren(box, children) {
  const at = [...box.children].indexOf(document.activeElement);
  box.replaceChildren(...children);
  const buttons = box.querySelectorAll("button");
  if (at >= 0) buttons[Math.min(at, buttons.length - 1)]?.focus({ preventScroll: true });
}
