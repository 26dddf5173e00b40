// The card picker: a dialog with the whole pack. After the last card of a field it moves on to the next
// field, and after the last field it closes. Tapping a card that cannot be taken says why.
import { SUITS, copiesOf, drawn, fieldsBeside, holderOf, leftOf, letterOf, packOf, plain, rankOf, read, replaceChildren, spoken, suitOf } from "./cards.js";
import { announceChange, make, text, textParts } from "../page.js";

function button(className, label, data = {}, face = "") {
  const made = make("button", className, face, { type: "button", "aria-label": label });
  Object.assign(made.dataset, data);
  return made;
}

const group = (className, label, keys = []) => make("div", className, keys, { role: "group", "aria-label": label });

const most = (field) => Number(field.dataset.picker);

// A card that is not in `data-goes-on` is the last one.
function isFull(field) {
  const cards = read(field);
  const { goesOn } = field.dataset;
  return cards.length >= most(field) || Boolean(goesOn && cards.length && !goesOn.split(" ").includes(cards.at(-1)));
}

// Whether the picker goes on to the next field; further cards can be added later.
const isEnough = (field) => isFull(field) || read(field).length === Number(field.dataset.enough);

// The slots on the page that replace a field; each opens the picker -----------------------------------

function slot(card, field, place) {
  const values = { title: field.dataset.title, card: card && spoken(card, field), number: place + 1, most: most(field) };
  const label = text(`${card ? "slot" : "emptySlot"}${most(field) > 1 ? "Of" : ""}`, values);
  return button(card ? suitOf(card) : "empty", label, {}, card ? drawn(card, field) : "+");
}

function showSlots(field) {
  let slots = field.previousElementSibling;
  if (!slots?.classList.contains("slots")) {
    slots = make("div", "slots");
    slots.addEventListener("click", (event) => {
      const tapped = event.target.closest("button");
      if (tapped) open(field, [...slots.children].indexOf(tapped));
    });
    field.before(slots);
    field.type = "hidden";
  }
  const cards = read(field);
  const shown = isFull(field) ? cards.length : Math.min(most(field), Math.max(cards.length + 1, Number(field.dataset.slots)));
  const stateNow = `${shown}: ${cards.join(" ")}`;
  if (slots.dataset.state === stateNow) return; // keep a slot that is being tapped
  slots.dataset.state = stateNow;
  replaceChildren(slots, Array.from({ length: shown }, (_, place) => slot(cards[place], field, place)));
}

// The dialog: whose cards, what they are worth, their places, the pack, tabs for the other fields -------

const done = make("button", "done second", text("done"), { type: "button" });
const heading = make("h2", "", [], { "aria-live": "polite" });
const status = make("p", "reason", [], { role: "status" });
const places = make("div", "slots");
const tabs = group("tabs", text("whose"));
let keys = make("div", "pack");
const sheet = make("dialog", "picker", [make("div", "head", [heading, status]), places, keys, make("div", "go", [tabs, done])], {
  id: "picker", "aria-label": text("choose"),
});

// The styles, which come after all others: the dialog opens with them. (If the module itself waited for them,
// WebKit would give it to a second script that imports it before it has run.)
const styles = Promise.all(["pack.css", "picker.css"].map((name) => new Promise((resolve) => {
  const link = make("link", "", [], { rel: "stylesheet", href: new URL(name, import.meta.url) });
  for (const end of ["load", "error"]) link.addEventListener(end, resolve);
  document.body.append(link);
})));

let picking = null;
let offered = []; // the fields with a tab
// `replacing`: index of the card that the next one replaces, -1 for none; `filled`: the previous field;
// `rank`: the chosen rank where cards are picked by rank; `reason`: why the last tap did nothing.
let state = {};

// The keys of a pack: a row for each suit, cards without a suit last. If a field names wild ranks
// (`data-wild`), the other cards are picked by rank first.
function keysOf(field) {
  const cards = [...packOf(field).keys()];
  const cardKeys = (held) => held.map((card) => button(`key ${suitOf(card)}`, spoken(card, field), { card }));
  if (!field.dataset.wild) {
    const rows = [...Object.keys(SUITS), "JK"].map((suit) => [suit, cards.filter((card) => suitOf(card) === suit)])
      .filter(([, held]) => held.length);
    const longest = Math.max(...rows.map(([, held]) => held.length));
    return make("div", `pack of${longest}`, rows.map(([suit, held]) => group(suit, text(suit), cardKeys(held))));
  }
  const wild = field.dataset.wild.split(" ");
  const ranks = [...new Set(cards.map(rankOf))].filter((rank) => !wild.includes(rank));
  return make("div", "pack by-rank", [
    group("ranks", text("ranks"), ranks.map((rank) => button("key", letterOf(rank), { rank }, letterOf(rank)))),
    group("suits", text("ofRank"), Object.keys(SUITS).map((suit) => button(`key ${suit}`, "", { suit }))),
    group("wild", text("wild"), cardKeys(cards.filter((card) => wild.includes(rankOf(card))))),
  ]);
}

// Keeps the keys if the next field has the same ones.
function showField() {
  const kind = `${picking.dataset.wild} ${picking.closest("[data-pack]").dataset.pack}`;
  if (keys.dataset.of !== kind) {
    const next = keysOf(picking);
    next.dataset.of = kind;
    keys.replaceWith(next);
    keys = next;
  }
  heading.textContent = picking.dataset.title;
  sheet.classList.toggle("deep", offered.some((each) => most(each) > 7));
  tabs.replaceChildren(...offered.map((each, place) => {
    const tab = button("tab", each.dataset.title, { tab: place }, each.dataset.label);
    tab.setAttribute("aria-pressed", String(each === picking));
    return tab;
  }));
  tabs.hidden = offered.length < 2;
  tabs.children[offered.indexOf(picking)].scrollIntoView({ block: "nearest", inline: "nearest" });
}

function showCards() {
  const replacing = isFull(picking) ? state.replacing : -1;
  showPlaces(replacing);
  for (const key of keys.querySelectorAll("[data-rank]")) {
    key.classList.toggle("on", key.dataset.rank === state.rank);
    key.setAttribute("aria-pressed", String(key.dataset.rank === state.rank));
  }
  for (const key of keys.querySelectorAll("[data-suit]")) showSuit(key);
  for (const key of keys.querySelectorAll("[data-card]")) showCard(key, replacing);
  tell();
}

// The cards so far, which a tap takes back, and the empty places.
function showPlaces(replacing) {
  const cards = read(picking);
  const length = most(picking) > 14 ? cards.length + 1 : most(picking);
  replaceChildren(places, Array.from({ length }, (_, place) => {
    const card = cards[place];
    const made = card ? button(suitOf(card), text("takeBack", { card: spoken(card, picking) }), { place }, drawn(card, picking)) : make("span", "empty");
    made.classList.toggle("next", place === (replacing < 0 ? cards.length : replacing));
    return made;
  }));
  places.scrollTop = places.scrollHeight;
}

// Once a rank is chosen, the key of a suit stands for a card.
function showSuit(key) {
  const { suit } = key.dataset;
  if (state.rank) key.dataset.card = state.rank + suit;
  else delete key.dataset.card;
  key.disabled = !state.rank;
  key.textContent = SUITS[suit];
  key.setAttribute("aria-label", state.rank ? spoken(state.rank + suit, picking) : text(suit));
}

// "off" means that the card is used up, "full" that the field is.
function lookOf(mine, left, replacing) {
  if (mine) return "on";
  if (!left) return "off";
  return isFull(picking) && most(picking) > 1 && replacing < 0 ? "full" : "";
}

function showCard(key, replacing) {
  const { card } = key.dataset;
  const mine = copiesOf(card, read(picking));
  const left = Math.max(leftOf(card, picking), 0);
  const look = lookOf(mine, left, replacing);
  const isByRank = keys.classList.contains("by-rank");
  const isCounted = mine > 1 || (mine && isByRank);
  key.replaceChildren(drawn(card, picking), ...(isCounted ? [" ", make("small", "", `×${mine}`)] : []));
  if (isByRank) key.append(" ", make("small", "left", text("leftOf", { n: left })));
  for (const each of ["on", "off", "full"]) key.classList.toggle(each, each === look);
  key.setAttribute("aria-pressed", String(mine > 0));
  key.setAttribute("aria-disabled", String(look === "off" || look === "full"));
}

// The page's hints about a field's cards.
function hintsOf(field) {
  const own = document.getElementById(`hint-${field.name}`);
  const hints = own ? [own] : [...(field.closest("fieldset")?.querySelectorAll("output[id^=hint-]") || [])];
  const words = make("p", "");
  for (const hint of hints.filter((each) => each.textContent.trim())) {
    const copy = document.createDocumentFragment();
    copy.append(...hint.cloneNode(true).childNodes);
    words.append(...(own && field !== picking ? textParts("hint", { label: field.dataset.label, hint: copy }) : [copy]), " ");
  }
  return words;
}

// Says why a tap did nothing, or else what the cards are worth: until this field has a card, those of
// the previous one.
function tell() {
  const { filled, reason } = state;
  const about = !filled || read(picking).length ? picking : filled;
  const words = reason ? make("p", "", reason) : hintsOf(about);
  if (status.innerHTML !== words.innerHTML) status.replaceChildren(...words.childNodes); // screen readers read it out
}

// To a field, on the page or by its tab ---------------------------------------------------------------

function pickFor(field, filled = null, place = -1) {
  const wild = field.dataset.wild?.split(" ") || [];
  const ranks = read(field).map((card) => rankOf(plain(card)));
  picking = field;
  // The fields that the page shows, and the one after this, which may appear once this has a card.
  const isShown = (each) => each === field || each.previousElementSibling?.offsetParent;
  offered = fieldsBeside(field).filter((each, at, fields) => isShown(each) || fields[at - 1] === field);
  state = { filled, rank: ranks.find((each) => !wild.includes(each)) || "", replacing: read(field)[place] ? place : -1 };
  showField();
  showCards();
}

export async function open(field, place) {
  await styles;
  document.body.append(sheet);
  sheet.showModal();
  pickFor(field, null, place);
}

// Skips optional fields.
const isNext = (field) => !isFull(field) && !field.closest("[data-aside]");

function goOn() {
  const next = state.replacing < 0 && offered.slice(offered.indexOf(picking) + 1).find(isNext);
  if (next) pickFor(next, picking);
  else sheet.close();
}

// Taps in the dialog ----------------------------------------------------------------------------------

function write(cards) {
  picking.value = cards.join(" ");
  showSlots(picking);
  announceChange(picking);
}

// Adds a copy while there is one, and room for it; the next tap takes the card back.
function choose(card) {
  const chosen = read(picking);
  const isOffered = leftOf(card, picking) > 0 && !chosen.includes(card);
  const reason = whyNot(card);
  if (!reason) write([...chosen, card]);
  else if (isOffered && (most(picking) === 1 || state.replacing >= 0)) { // it replaces another card
    write(chosen.map((each, at) => (at === Math.max(state.replacing, 0) ? card : each)));
  } else if (chosen.includes(card)) return take((each) => each === card);
  else {
    state.reason = reason; // stays until the next tap
    return showCards();
  }
  return isEnough(picking) ? goOn() : showCards();
}

// Empty if the card can be added.
function whyNot(card) {
  if (leftOf(card, picking) < 1) return text("taken", { card: drawn(card, picking), holders: holderOf(card, picking) });
  if (isFull(picking)) return text("full", { title: picking.dataset.title, n: read(picking).length });
  return "";
}

function take(isTaken) {
  state.replacing = -1;
  write(read(picking).filter((card, place) => !isTaken(card, place)));
  showCards();
}

sheet.addEventListener("click", (event) => {
  const tapped = event.target.closest("button");
  if (event.target === sheet || tapped === done) return sheet.close(); // or a tap outside
  const { card, place, rank, tab } = tapped?.dataset || {};
  state.reason = "";
  if (card) choose(card);
  if (place) take((_, each) => each === Number(place));
  if (tab) pickFor(offered[tab]);
  if (!rank) return undefined;
  state.rank = rank;
  return showCards();
});
sheet.addEventListener("close", () => {
  if (sheet.open) return; // opened again before this event came
  sheet.remove();
  picking.previousElementSibling?.lastElementChild?.focus({ preventScroll: true });
});
document.addEventListener("htmx:oobAfterSwap", () => { if (sheet.open) tell(); });

// Unfolding an empty field opens the picker.
document.addEventListener("click", (event) => {
  const fold = event.target.closest("[data-picks] > summary")?.parentElement;
  const field = fold?.querySelector("[data-picker]");
  if (field && !fold.open && !read(field).length) open(field);
});

function showAllSlots() {
  document.querySelectorAll("[data-picker]").forEach(showSlots);
  if (sheet.open && !picking.isConnected) sheet.close(); // the form was replaced, by the answer to its own entry
}
showAllSlots();
document.addEventListener("htmx:afterSwap", showAllSlots);
