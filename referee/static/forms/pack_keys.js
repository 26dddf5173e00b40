// The keys of a pack, all of it at once: each suit begins a row, cards without a suit come last.
// Where a field says which ranks are wild (`data-wild`), the other cards are picked by rank first.
import { SUITS, drawn, packOf, rankOf, spoken, suitOf } from "./cards.js";

export function make(tag, className, text = "") {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

export function button(className, label, data = {}) {
  const made = Object.assign(make("button", className), { type: "button" });
  if (label) made.setAttribute("aria-label", label);
  Object.assign(made.dataset, data);
  return made;
}

function row(className, label, keys) {
  const made = make("div", className);
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  made.append(...keys);
  return made;
}

const cardKey = (card, field) => button(`key ${suitOf(card)}`, spoken(card, field), { card });

export function keysOf(field) {
  const cards = [...packOf(field).keys()];
  return field.dataset.wild ? byRank(field, cards) : bySuit(field, cards);
}

function bySuit(field, cards) {
  const suits = [...Object.keys(SUITS), "JK"].map((suit) => [suit, cards.filter((card) => suitOf(card) === suit)]);
  const box = make("div", `pack of${Math.max(...suits.map(([, held]) => held.length))}`);
  for (const [suit, held] of suits) {
    const name = SUITS[suit]?.[1] || "without a suit";
    if (held.length) box.append(row(suit, name, held.map((card) => cardKey(card, field))));
  }
  return box;
}

function byRank(field, cards) {
  const wild = field.dataset.wild.split(" ");
  const isWild = (card) => wild.includes(rankOf(card));
  const ranks = [...new Set(cards.map(rankOf))].filter((rank) => !wild.includes(rank));
  const box = make("div", "pack by-rank");
  box.append(
    row("ranks", "Rank", ranks.map((rank) => Object.assign(button("key", "", { rank }), { textContent: rank }))),
    row("suits", "Cards of that rank", Object.keys(SUITS).map((suit) => button(`key ${suit}`, "", { suit }))),
    row("wild", "Wild cards", cards.filter(isWild).map((card) => cardKey(card, field))),
  );
  return box;
}

// Puts on each key how many of its card are chosen; `look` gives that, what is left, and its look.
export function showKeys(box, field, rank, look) {
  for (const key of box.querySelectorAll("[data-rank]")) {
    key.classList.toggle("on", key.dataset.rank === rank);
    key.setAttribute("aria-pressed", String(key.dataset.rank === rank));
  }
  for (const key of box.querySelectorAll("[data-suit]")) showSuit(key, field, rank);
  for (const key of box.querySelectorAll("[data-card]")) showCard(key, field, look(key.dataset.card), box);
}

// The key of a suit is that of a card once the rank is known.
function showSuit(key, field, rank) {
  const { suit } = key.dataset;
  const [symbol, name] = SUITS[suit];
  if (rank) key.dataset.card = rank + suit;
  else delete key.dataset.card;
  key.disabled = !rank;
  key.textContent = symbol;
  key.setAttribute("aria-label", rank ? spoken(rank + suit, field) : name);
}

function showCard(key, field, { mine, left, state }, box) {
  const { card } = key.dataset;
  const isCounted = mine > 1 || (mine && box.classList.contains("by-rank"));
  key.replaceChildren(drawn(card, field), ...(isCounted ? [" ", make("small", "", `×${mine}`)] : []));
  if (box.classList.contains("by-rank")) key.append(" ", make("small", "left", `${left} left`));
  for (const each of ["on", "off", "full"]) key.classList.toggle(each, each === state);
  key.setAttribute("aria-pressed", String(mine > 0));
  if (state === "off" || state === "full") key.setAttribute("aria-disabled", "true");
  else key.removeAttribute("aria-disabled");
}
