// One pad of keys for the whole table: it fills the cell that is chosen, and goes on to the next.
// What cannot be is dashed; tapped, it says why and offers the way out.
import {
  asked, cannotBe, every, isAsked, isCount, isEmpty, isNeeded, isOfOldEntry, nameOf, nextOf, others, rowOf, rows,
  showKey, showWhatFollows, whyNot,
} from "./cells.js";
import { atStartAndAfterSwaps, isAnswer, isRefused, showReason } from "./page.js";

export const ALL_FILLED = "All filled in. Tap a cell to change it.";
const keypad = () => document.getElementById("keypad");

let chosen = ""; // the name of the field whose cell the keys fill; none once all is filled in
export let isFresh = true; // nothing was typed since it was chosen: the next digit begins a new figure
let isTapped = false; // it was chosen by a tap on it, and not by going on from another cell

export const current = () => every().find((input) => input.name === chosen);

function choose(input, byTap = false) {
  leaveFigure();
  chosen = input?.name ?? "";
  isFresh = true;
  isTapped = byTap;
  show();
}

// A figure is judged once its cell is left, not at its first digit.
export function beginFigure(input) {
  isFresh = false;
  if (!isCount(input)) input.form.dataset.typing = "";
}

function leaveFigure() {
  for (const form of document.querySelectorAll("form[data-typing]")) {
    delete form.dataset.typing;
    form.dispatchEvent(new Event("change"));
  }
}

// How it looks --------------------------------------------------------------------------------------

export function show() {
  if (!keypad()) return;
  const input = current();
  keypad().hidden = !every().length;
  for (const row of rows()) showWhatFollows(row);
  for (const each of every()) each.parentElement.classList.toggle("on", each === input);
  const last = every().at(-1);
  if (last) keypad().classList.toggle("in-digits", !isCount(input ?? last));
  for (const key of keypad().querySelectorAll("[data-count]")) showKey(key, input);
  const words = input ? [Object.assign(document.createElement("bdi"), { textContent: nameOf(input) }), `: ${asked(input)}`]
    : [Object.assign(document.createElement("span"), { textContent: ALL_FILLED })];
  const [whose, text] = [keypad().querySelector(".whose"), words.map((each) => each.textContent ?? each).join("")];
  if (whose.textContent !== text) whose.replaceChildren(...words); // it is spoken
}

// What a key does -----------------------------------------------------------------------------------

export function write(input, text) {
  input.value = text;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
}

function goOn(input) {
  const next = nextOf(input);
  const isTyping = document.activeElement.matches(".cells input");
  choose(next);
  if (!next) return;
  if (isTyping) next.focus({ preventScroll: true });
  if (isTyping) next.select();
  next.parentElement.scrollIntoView({ block: "nearest" });
}

// The pressed key takes the number away from a cell that was tapped; else it says the same once more.
export function count(input, value, mayClear = isTapped) {
  const isOn = !isEmpty(input) && Number(input.value) === value;
  if (isOn && mayClear) {
    write(input, "");
  } else if (!isOn && cannotBe(input, value)) {
    const rule = rowOf(input).querySelector("template").content.cloneNode(true);
    showReason(whyNot(input, value), rule, ...(value > Number(input.dataset.most) ? [] : [wayOut(input, value)]));
  } else {
    write(input, value);
    goOn(input);
  }
}

// What stands there in grey is right.
export function pass(input) {
  if (isEmpty(input) && input.placeholder) write(input, input.placeholder);
  goOn(input);
}

function digit(input, key) {
  if (key === "next") return pass(input);
  const before = isFresh && key !== "back" ? "" : input.value;
  beginFigure(input);
  return write(input, key === "back" ? before.slice(0, -1) : (before + key).slice(0, input.maxLength));
}

// The way out for anyone who means it: this number, and the others are entered again.
function wayOut(input, value) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
  button.textContent = `Set ${nameOf(input)} to ${value} and re-enter the others`;
  button.addEventListener("click", () => {
    for (const other of others(input)) other.value = "";
    write(input, value);
    goOn(input);
  });
  return button;
}

document.addEventListener("click", (event) => {
  if (event.target.matches(".cells input")) choose(event.target, true);
  const [key, input] = [event.target.closest("#keypad button"), current()];
  if (!key) return;
  if (!input) showReason(ALL_FILLED);
  else if (isCount(input)) count(input, Number(key.dataset.count));
  else digit(input, key.dataset.count ?? key.dataset.digit);
});

// What is typed, and what is there anew ------------------------------------------------------------

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
document.addEventListener("change", start); // a draft was put back, or other cells are there now
addEventListener("pageshow", start); // or by the browser, which says nothing of it

// An old entry is gone through once, from the figure that was tapped for its receipt.
function start() {
  show(); // also what follows
  if (!current() && keypad()) choose(every().find(isNeeded));
}

// The keys of the page take the place of those of the phone; a keyboard on the table types all the same.
atStartAndAfterSwaps((event) => {
  if (!keypad()) return;
  const [first] = every();
  if (isAnswer(event)) chosen = ""; // to what was sent: another entry begins, or this one again
  if (isRefused(event)) choose(every().find((input) => input === document.activeElement)); // it is blamed
  if (first && isOfOldEntry(first) && !current()) choose(every().find(isAsked) ?? first);
  start();
  for (const input of document.querySelectorAll(".cells input")) input.inputMode = "none";
});
