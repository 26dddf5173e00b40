// A keyboard on the table: digits go on to the next cell by themselves, Enter does, and records in the last.
import { isCount, mostFor, nextOf } from "./cells.js";
import { ALL_FILLED, beginFigure, count, current, isFresh, pass, show, write } from "./keypad.js";
import { showReason } from "./page.js";

let isAhead = false; // a digit has just gone on: whoever ends each number with a key must not skip a cell

// A count is complete as soon as no further digit can belong to it.
function typeCount(key) {
  const input = current();
  if (!input) {
    showReason(ALL_FILLED);
    return;
  }
  const [before, most] = [isFresh ? "" : input.value, mostFor(input)];
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

// What was typed of it so far is no count that stands there.
function finishCount(input, value) {
  if (!isFresh) input.value = "";
  show();
  count(input, Number(value), false);
}

// Enter goes on, and records in the last cell.
function enter(event, input) {
  if (isCount(input) && !isFresh && /^\d+$/.test(input.value)) {
    finishCount(input, input.value);
    if (current()) event.preventDefault();
  } else {
    if (nextOf(input)) event.preventDefault();
    pass(input);
  }
}

// The key with which a number was ended that had gone on by itself.
const isSeparator = ({ key, target, shiftKey }) => (key === "Tab" && !shiftKey) || (key === "Enter" && Boolean(nextOf(target)));

function typeInCell(event) {
  const { target, key } = event;
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
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches(".cells input")) typeInCell(event);
  if (event.key !== "Enter" || !event.target.matches("#entry [enterkeyhint=next]")) return;
  event.preventDefault();
  const fields = [...event.target.form.querySelectorAll("[enterkeyhint]")];
  fields[fields.indexOf(event.target) + 1].focus();
});
