// One keypad for all cells: it fills the chosen cell and moves on to the next. Impossible numbers have
// a dashed outline; tapping one says why and offers a way out.
import {
  announceChange, atStartAndAfterSwaps, entry, isAnswer, isChanged, isRefused, isShown, list, make, setOff, showReason, text, textParts,
} from "../page.js";

// The cells -----------------------------------------------------------------------------------------

let rowsNow = null; // cached for each tap, because finding them forces a layout

function rows() {
  if (!rowsNow) queueMicrotask(() => { rowsNow = null; });
  else if (!rowsNow.every((row) => row.isConnected)) rowsNow = null;
  rowsNow ??= [...document.querySelectorAll(".cells")].filter((row) => isShown(row.querySelector("input")));
  return rowsNow;
}

const inputsOf = (row) => [...row.querySelectorAll("input")];
const allInputs = () => rows().flatMap(inputsOf);
const rowOf = (input) => input.closest(".cells");
const nameOf = (input) => input.closest("[data-player]").dataset.player;
const isCount = (input) => "most" in input.dataset;
const isOfOldEntry = (input) => Boolean(input.form.elements.entry);

// Remaining numbers for a cell ----------------------------------------------------------------------

const isEmpty = (input) => input.value.trim() === "";
const has = (input, value) => !isEmpty(input) && Number(input.value) === value;
const filled = (inputs) => inputs.filter((input) => !isEmpty(input));
const sum = (inputs) => inputs.reduce((total, input) => total + Number(input.value), 0);
const others = (input) => inputsOf(rowOf(input)).filter((each) => each !== input);
const total = (row) => ("total" in row.dataset ? Number(row.dataset.total) : Infinity);

// In a correction, old numbers that are not retyped yet do not limit the new ones.
const isUnchanged = (input) => isOfOldEntry(input) && input.value === input.defaultValue;
const taken = (input) => filled(others(input)).filter((each) => !isUnchanged(each));
const mostFor = (input) => Math.min(total(rowOf(input)) - sum(taken(input)), Number(input.dataset.most ?? Infinity));

// The only number left once the others are known, shown in grey as the placeholder.
const isImplied = (input) => isCount(input) && isEmpty(input) && input.placeholder !== "";
const cannotBe = (input, value) => (isImplied(input) ? value !== Number(input.placeholder) : value > mostFor(input));

// A figure may be the sum of a row of optional numbers.
const isCounted = (input) => filled([...document.querySelectorAll(`[data-of="${input.name}"] input`)]).length > 0;
const isSummand = (input) => "of" in rowOf(input).dataset;

// The field named by `data-unless` is 0, so this one is too.
const shown = ({ value, placeholder }) => value.trim() || placeholder;
const isZero = ({ dataset, form }) => Boolean(dataset.unless) && shown(form.elements[dataset.unless]) === "0";

function showImplied(row) {
  const empty = inputsOf(row).filter(isEmpty);
  const left = total(row) - sum(inputsOf(row));
  const isLeft = empty.length === 1 && "follows" in row.dataset && left >= 0;
  for (const input of inputsOf(row)) input.placeholder = isZero(input) ? "0" : "";
  if (left === 0 || isLeft) for (const input of empty) input.placeholder = left;
}

// The next cell ----------------------------------------------------------------------------------------

const isMain = (input) => !isSummand(input) && !isCounted(input) && !("optional" in rowOf(input).dataset);
// After the figure named by `data-enough`, such as fire, nobody else's is needed.
const isOver = (row) => "enough" in row.dataset && inputsOf(row).some((input) => has(input, Number(row.dataset.enough)));
const isNeeded = (input) => isEmpty(input) && isMain(input) && !isOver(rowOf(input));

// What lay face up comes first: until a card or a figure is there, only a tap chooses a cell.
const isEarly = (input) => !input && document.querySelector(".upcards") && !filled([...document.querySelectorAll(".upcards input, .cell input")]).length;
const isAwaited = (input) => Boolean(input ? isNeeded(input) && !input.placeholder && !input.closest(".adds-up") : isEarly()); // Unscored follows

// Whether all figures are there, with those that follow from others.
const addsUp = (row) => inputsOf(row).reduce((so, input) => so + Number(shown(input)), 0) === total(row);
// Behind entries that aren't sent yet, anyone may be out of a game in which one figure can be enough.
export const isFilledIn = (isAhead) => allInputs().every((input) => !isNeeded(input) || shown(input) || (isAhead && "enough" in rowOf(input).dataset))
  && rows().every((row) => !("follows" in row.dataset) || addsUp(row));

// In a correction: the cell whose figure was tapped to see its receipt. `#c1` is seat 1's.
const isAsked = (input) => input.parentElement.dataset.field?.endsWith(location.hash.replace("#c", "."));

// The next empty cell, first in this row; in a correction the next one, empty or not. None after the last.
function nextOf(input) {
  const isOld = isOfOldEntry(input);
  const cells = allInputs();
  const row = isSummand(input) ? cells.filter(isSummand) : inputsOf(rowOf(input));
  const isMissing = (each) => each !== input && isNeeded(each);
  const after = (inputs) => inputs.slice(inputs.indexOf(input) + 1);
  return after(row).find((each) => isOld || (isEmpty(each) && !isCounted(each) && !isOver(rowOf(each)))) ?? row.find(isMissing)
    ?? after(cells).find(isOld && isMain(input) ? isMain : isMissing) ?? cells.find(isMissing);
}

// Why a number is impossible ------------------------------------------------------------------------

function whyNot(input, value) {
  const name = nameOf(input);
  const most = Number(input.dataset.most);
  if (value > most) return text("atMost", { number: value, name, most });
  const left = Number(input.placeholder);
  const only = `${text("promptOf", { name, things: rowOf(input).dataset.things, n: left })}.`;
  const known = isImplied(input) ? filled(others(input)) : taken(input);
  const figures = list(known.map((each) => `${nameOf(each)} ${each.value}`));
  return [isImplied(input) ? only : text("tooMany", { number: value }), rowOf(input).dataset.why, text("entered", { figures })].join(" ");
}

// The keypad ---------------------------------------------------------------------------------------

const keypad = () => document.getElementById("keypad");

let chosen = ""; // the name of the chosen cell's field; empty once all is filled in
let isFresh = true; // nothing typed since it was chosen: the next digit starts a new figure
let draft = ""; // what the form is for
let isTapped = false; // chosen by a tap, not by moving on

const current = () => allInputs().find((input) => input.name === chosen);

function choose(input, byTap = false) {
  leaveFigure();
  chosen = input?.name ?? "";
  isFresh = true;
  isTapped = byTap;
  show();
}

// A figure is checked when its cell is left, not at its first digit.
function beginFigure(input) {
  isFresh = false;
  if (!isCount(input)) input.form.dataset.typing = "";
}

function leaveFigure() {
  for (const form of document.querySelectorAll("form[data-typing]")) {
    delete form.dataset.typing;
    form.dispatchEvent(new Event("change"));
  }
}

function showKey(key, input) {
  const value = Number(key.dataset.count);
  const counts = Boolean(input) && isCount(input);
  const isOn = counts && has(input, value);
  key.classList.toggle("on", isOn);
  key.setAttribute("aria-pressed", String(isOn));
  setOff(key, counts && !isOn && cannotBe(input, value));
}

function promptFor(input) {
  const row = rowOf(input);
  const things = [row.dataset.things, input.dataset.note].filter(Boolean).join(", ");
  const values = { name: make("bdi", "", nameOf(input)), things, n: total(row) - sum(inputsOf(row)) };
  const isFirst = "follows" in row.dataset && !filled(inputsOf(row)).length && !document.querySelector("#pad tbody");
  if (isFirst) return textParts("promptFirst", values);
  return textParts(isEmpty(input) && values.n < Infinity ? "promptOf" : "prompt", values);
}

function show() {
  if (!keypad()) return;
  const input = current();
  keypad().hidden = !allInputs().length || isEarly(input);
  for (const row of rows()) showImplied(row);
  keypad().classList.toggle("asks", isAwaited(input));
  for (const each of allInputs()) {
    each.parentElement.classList.toggle("on", each === input);
    each.classList.toggle("long", each.value.length > 5);
  }
  const last = allInputs().at(-1);
  if (last) keypad().classList.toggle("in-digits", !isCount(input ?? last));
  for (const key of keypad().querySelectorAll("[data-count]")) showKey(key, input);
  const words = make("p", "", input ? promptFor(input) : textParts("allFilled"));
  const whose = keypad().querySelector(".whose");
  if (whose.textContent !== words.textContent) whose.replaceChildren(...words.childNodes); // screen readers read it out
}

// Keys ----------------------------------------------------------------------------------------------

function write(input, typed) {
  input.value = typed;
  input.parentElement.scrollIntoView({ block: "nearest" }); // large letters leave room for few cells
  announceChange(input);
}

function goOn(input) {
  const next = nextOf(input);
  const isTyping = document.activeElement.matches(".cells input");
  choose(next);
  if (isTyping) next?.focus({ preventScroll: true });
  if (isTyping) next?.select();
  showCell(next);
}

function showCell(cell) {
  const leg = cell?.closest(".either, .as-played"); // all its figures and their total come into view, if they fit
  const all = cell ? [leg?.querySelector(".adds-up"), leg?.querySelector(".figures"), cell.parentElement] : [document.querySelector("#keypad:not([hidden]) ~ .line, .contract[open]")];
  for (const each of all) each?.scrollIntoView({ block: "nearest" });
}

// The pressed key clears a cell that was tapped; otherwise it confirms the number.
function count(input, value, mayClear = isTapped) {
  const isOn = has(input, value);
  if (isOn && mayClear) {
    write(input, "");
  } else if (!isOn && cannotBe(input, value)) {
    const rule = rowOf(input).querySelector("template").content.cloneNode(true);
    showReason(whyNot(input, value), " ", rule, ...(value > Number(input.dataset.most) ? [] : [wayOut(input, value)]));
  } else {
    write(input, value);
    goOn(input);
  }
}

// Accepts the number in grey, or writes what an empty cell of this row means.
function pass(input) {
  const meant = input.placeholder || rowOf(input).dataset.empty;
  if (isEmpty(input) && meant) write(input, meant);
  goOn(input);
}

// Opens the rows in which a figure's cards are counted, and closes them again.
function countCards(input) {
  const { of } = rowOf(input).dataset;
  const next = of ? input.form.elements[of] : document.querySelector(`[data-of="${input.name}"] input`);
  (of ? input : next).closest("details").open = !of;
  choose(next, true);
  next.parentElement.scrollIntoView({ block: "nearest" });
}

function digit(input, key) {
  if (key === "next") return pass(input);
  if (key === "count") return countCards(input);
  const before = isFresh && key !== "back" ? "" : input.value;
  beginFigure(input);
  return write(input, key === "back" ? before.slice(0, -1) : (before + key).slice(0, input.maxLength));
}

// A way to insist: sets this number and clears the others.
function wayOut(input, value) {
  return make("button", "quiet", text("set", { name: nameOf(input), number: value }), { type: "button" }, () => {
    for (const other of others(input)) other.value = "";
    write(input, value);
    goOn(input);
  });
}

document.addEventListener("click", (event) => {
  if (event.target.matches(".cells input")) choose(event.target, true);
  const key = event.target.closest("#keypad button");
  const input = current();
  if (!key) return;
  if (!input) showReason(text("allFilled"));
  else if (isCount(input)) count(input, Number(key.dataset.count));
  else digit(input, key.dataset.count ?? key.dataset.digit);
});

// Typing, and new forms ------------------------------------------------------------

document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(".cells input")) {
    if (!target.closest("#keypad")) leaveFigure();
  } else if (target.name !== chosen) {
    choose(target);
  }
});

document.addEventListener("input", ({ target, isTrusted }) => {
  if (!target.closest(".cells")) return;
  if (target !== current()) choose(target);
  if (isTrusted) beginFigure(target);
  showReason();
  show();
});
document.addEventListener("change", start); // a draft was restored, or other cells are shown
document.addEventListener("toggle", unfold, true);
addEventListener("pageshow", start); // the browser may have restored fields

// A contract folds up once each row of its keys has a choice, or its auction is over.
function settle(fold) {
  const keys = [...fold.querySelectorAll("[type=radio]")].filter(isShown);
  const answered = new Set(keys.filter(({ checked }) => checked).map(({ name }) => name));
  const isOverNow = [...fold.querySelectorAll(".over .called")].some(isShown);
  fold.open = !isOverNow && (answered.size < 2 || !keys.every(({ name }) => answered.has(name)));
  if (fold.open) return;
  chosen = ""; // on to the figures of this table
  document.getElementById("recorded")?.replaceChildren(fold.querySelector(".told").textContent); // for screen readers
}

function start() {
  for (const field of document.querySelectorAll(".waits input")) if (isChanged(field)) field.closest(".table-of").classList.remove("waits");
  document.querySelectorAll(".contract[open]").forEach(settle);
  chooseFirst();
}

function unfold({ target }) {
  const table = target.closest(".waits"); // the second one, whose line was tapped
  table?.classList.remove("waits");
  chooseFirst();
  if (table) target.scrollIntoView({ block: "nearest" });
}

function chooseFirst() {
  show(); // also the placeholders
  if (current() || !keypad() || isEarly()) return;
  choose(allInputs().find(isAwaited) ?? allInputs().find(isNeeded));
  showCell(current());
  // When the form is replaced, the focus is kept, and would choose its own cell.
  if (document.activeElement.matches(".cells input")) current()?.focus({ preventScroll: true });
}

// A late answer to a check of the form must not choose a cell again when all are corrected.
const isNewForm = ({ detail }) => !detail || detail.target.matches("#live, #correcting, #entry");

// A new entry, whoever recorded the one before, or the same one again.
function isAfresh(event) {
  const before = draft;
  draft = entry()?.dataset.draft;
  return isAnswer(event) || draft !== before;
}

atStartAndAfterSwaps((event) => {
  if (!keypad()) return;
  const [first] = allInputs();
  if (isAfresh(event)) chosen = "";
  if (isRefused(event)) choose(allInputs().find((input) => input === document.activeElement)); // it has a problem
  if (isNewForm(event) && first && isOfOldEntry(first) && !current()) choose(allInputs().find(isAsked) ?? first);
  start();
  for (const input of document.querySelectorAll(".cells input")) input.inputMode = "none"; // the keypad replaces the phone's on-screen keyboard
});

// A physical keyboard: digits and Enter move on to the next cell; Enter records in the last one.

let isAhead = false; // a digit has just moved on: Tab or Enter after it must not skip a cell

// A count is complete as soon as no further digit can belong to it.
function typeCount(key) {
  const input = current();
  if (!input) return showReason(text("allFilled"));
  const before = isFresh ? "" : input.value;
  const most = mostFor(input);
  const value = Number(before + key);
  if (before && value > most) {
    finishCount(input, before);
    if (current() !== input) typeCount(key);
  } else if (!before && value > 0 && value * 10 <= most) {
    beginFigure(input);
    write(input, key);
  } else {
    finishCount(input, value);
    isAhead = current() !== input;
  }
}

// Replaces the digits typed so far with a complete count.
function finishCount(input, value) {
  if (!isFresh) input.value = "";
  show();
  count(input, Number(value), false);
}

// Enter moves on; in the last cell it records.
function enter(event, input) {
  if (isCount(input) && !isFresh && /^\d+$/.test(input.value)) {
    finishCount(input, input.value);
    if (current()) event.preventDefault();
  } else {
    if (nextOf(input)) event.preventDefault();
    pass(input);
  }
}

const isShortcut = ({ ctrlKey, metaKey, altKey }) => ctrlKey || metaKey || altKey;

// Tab or Enter after a number that has already moved on.
const isSeparator = ({ key, target, shiftKey }) => (key === "Tab" && !shiftKey) || (key === "Enter" && Boolean(nextOf(target)));

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!target.matches(".cells input") || isShortcut(event)) return;
  const wasAhead = isAhead;
  isAhead = false;
  if (wasAhead && isSeparator(event)) {
    event.preventDefault();
  } else if (key === "Enter") {
    enter(event, target);
  } else if (/^\d$/.test(key) && isCount(current() ?? target)) {
    event.preventDefault();
    typeCount(key);
  }
});
