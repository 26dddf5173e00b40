// Cards tapped while a deal is followed. Each is drawn at once, kept in the outbox and sent in order. This page knows
// only its place among all cards of the deal: whose card it is, and who takes a trick, says Referee.
import { make, setOff, showReason, text } from "../page.js";

const AGAIN = 300; // milliseconds in which a second touch of a key is the same card
const SHOWN = 8; // cards in the line of those whose players aren't known yet
let outbox = null; // the functions of the script that loads this one
let latest = null; // the last key tapped
const originals = new WeakMap(); // how Referee rendered what is drawn on

const formOf = () => document.querySelector("#play form.cards");
const fieldOf = (form, name) => form.elements[name].value;
const isOf = (form, kept) => outbox.isCard(kept) && kept.deal === fieldOf(form, "deal");
const plain = (card) => card.split("=")[0];
const keyOf = (form, card) => [...form.querySelectorAll("button.key")].find(({ value }) => value === card);

const isShown = (kept) => Boolean(outbox.isCard(kept) && formOf() && isOf(formOf(), kept));

// The cards that wait, in order, without those that were taken back: the place of the first and that of the next.
function coming(form) {
  let start = Number(fieldOf(form, "place"));
  let next = start;
  const found = [];
  for (const kept of outbox.ours().filter((each) => isOf(form, each) && !each.held)) {
    if (kept.isBack) {
      found.pop();
      next = kept.place;
      start = Math.min(start, next);
    } else {
      found.push(kept);
      next = Math.max(next, kept.place + 1);
    }
  }
  return { cards: found.filter(({ place }) => place >= start), start, next };
}

const isAny = () => Boolean(formOf()) && coming(formOf()).cards.length > 0;

function put(kept, fields, more) {
  const at = Math.max(Date.now(), (outbox.ours().at(-1)?.at ?? 0) + 1);
  const own = { id: outbox.newId(), place: String(more.place) };
  const sent = fields.map(([name, value]) => [name, own[name] ?? value]);
  outbox.keep("outbox", { ...kept, ...more, id: own.id, at, fields: sent, isTried: false });
  outbox.show();
  setTimeout(outbox.send); // once the card is painted
  setTimeout(outbox.show, AGAIN);
}

// Unless the first one's card was taken back meanwhile.
function isSameTouch(key, at, place) {
  const isSame = latest?.key === key && at - latest.at < AGAIN && place > latest.place;
  latest = { key, at, place: isSame ? latest.place : place };
  return isSame;
}

// A card was tapped, so it waits behind the others.
function play(kept) {
  const form = formOf();
  const { card, deal, insisted } = Object.fromEntries(kept.fields);
  if (!form || fieldOf(form, "deal") !== deal) return;
  const { cards, next } = coming(form);
  if (isSameTouch(`${card} ${insisted ?? ""}`, kept.at, next)) return;
  const isUsed = cards.length && insisted !== card && keyOf(form, card)?.matches(".off");
  if (isUsed) showReason(text("allTapped", { card: kept.words }));
  else if (next < Number(form.dataset.most)) put(kept, kept.fields, { card, deal, place: next });
}

// Undo takes back the last card that waits. If that may have arrived, so must its taking back.
function takeBack(event) {
  const form = event.target.closest("#undo") && formOf();
  const last = form && coming(form).cards.at(-1);
  if (!last) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  latest = null;
  if (last.isTried) {
    put(last, last.fields, { path: form.dataset.back, isBack: true, place: last.place });
  } else {
    outbox.drop("outbox", last);
    outbox.show();
  }
}

// Drawing --------------------------------------------------------------------------------------------------

function face(form, card) {
  const key = keyOf(form, card);
  return make("span", `card ${key?.className.split(" ")[1] ?? ""}`, key ? [...key.cloneNode(true).childNodes] : card);
}

function original(part) {
  if (!originals.has(part)) originals.set(part, part.innerHTML);
  return originals.get(part);
}

function renew(part) {
  if (original(part) !== part.innerHTML) part.innerHTML = original(part);
}

// In the columns, as far as it is known whose cards they are; returns the others.
function drawTrick(trick, cards, start) {
  const columns = [];
  for (const each of trick.children) columns[each.dataset.place] = each;
  const played = start % columns.length;
  const now = cards.slice(0, columns.length - played);
  for (const column of columns.slice(played)) { // a complete trick is taken away
    column.className = "";
    column.querySelector(".card").replaceWith(make("span", "card empty"));
    column.querySelector("small").textContent = "";
  }
  now.forEach(({ card }, at) => columns[played + at].querySelector(".card").replaceWith(face(formOf(), card)));
  const isOld = cards.some(({ at }) => Date.now() - at >= AGAIN); // who was winning may no longer be
  for (const column of columns) {
    column.classList.remove("next");
    if (isOld) column.classList.remove("wins");
    if (isOld) column.querySelector("small").textContent = "";
  }
  const next = columns[played + now.length];
  next?.classList.add("next");
  if (next) next.querySelector("small").textContent = trick.dataset.next;
  return cards.slice(now.length);
}

// Those whose players aren't known yet stand in the line of the last change, tricks apart.
function drawLine(form, cards, seats) {
  const deed = document.querySelector("#last .deed");
  if (!deed) return;
  renew(deed);
  if (!cards.length) return;
  const shown = cards.slice(-SHOWN);
  deed.replaceChildren(make("span", "unseen", `${text("unsent")} `), cards.length > SHOWN ? "… " : "");
  for (const each of shown) deed.append(each.place % seats || each === shown[0] ? "" : "| ", face(form, each.card), " ");
}

function drawKeys(form, cards) {
  for (const key of form.querySelectorAll("button.key")) {
    const tapped = cards.filter(({ card }) => plain(card) === plain(key.value)).length;
    if (!originals.has(key)) originals.set(key, key.matches(".off"));
    setOff(key, originals.get(key) || (tapped > 0 && tapped >= Number(key.dataset.left)));
  }
}

// Cards behind a refused one are offered again.
function drawHeld(form) {
  form.querySelector(".held")?.remove();
  const held = outbox.ours().filter((each) => isOf(form, each) && each.held);
  if (!held.length) return;
  const faces = held.filter((each) => !each.isBack).flatMap(({ card }) => [" ", face(form, card)]);
  const offer = (words, act) => make("button", "second", text(words), { type: "button" }, () => {
    held.forEach(act);
    outbox.show();
    outbox.send();
  });
  const keys = [
    offer("playHeld", (each) => outbox.keep("outbox", { ...each, held: false })),
    offer("dropHeld", (each) => outbox.drop("outbox", each)),
  ];
  form.append(make("div", "held", [make("p", "", [text("behind"), ...faces]), make("div", "acts", keys)], { role: "alert" }));
}

function draw(isKept) {
  const form = formOf();
  const trick = document.querySelector("#play > .trick");
  if (!form || !trick) return;
  const { cards, start, next } = coming(form);
  const seats = trick.children.length;
  const known = Number(fieldOf(form, "place"));
  // Whether these columns are those of the next cards.
  const isNext = next === start + cards.length && Math.floor(start / seats) === Math.floor(known / seats);
  form.inert = isKept > 0 && !cards.length; // how far the deal is isn't known
  renew(trick);
  const isChanged = isNext && (cards.length > 0 || start < known);
  drawLine(form, isChanged ? drawTrick(trick, cards, start) : cards, seats);
  drawKeys(form, cards);
  drawHeld(form);
}

export function begin(functions) {
  outbox = functions;
  addEventListener("click", takeBack, true);
  return { draw, isAny, isShown, play };
}
