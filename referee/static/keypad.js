// One pad of keys for the whole table: it fills the cell that is chosen, and goes on to the next.
// What cannot be is dashed; tapped, it says why and offers the way out.
import { atStartAndAfterSwaps, isAnswer, isShown, showReason } from "./page.js";

const keypad = () => document.getElementById("keypad");
const rows = () => [...document.querySelectorAll(".cells")].filter((row) => isShown(row.querySelector("input")));
const inputsOf = (row) => [...row.querySelectorAll("input")];
const every = () => rows().flatMap(inputsOf);
const rowOf = (input) => input.closest(".cells");
const nameOf = (input) => input.dataset.player;
const isCount = (input) => "most" in input.dataset;

let chosen = ""; // the name of the field whose cell the keys fill
let isFresh = true; // nothing was typed since it was chosen: the next digit begins a new figure

const current = () => every().find((input) => input.name === chosen);

function choose(input) {
  chosen = input?.name ?? "";
  isFresh = true;
  show();
}

// What is left for a cell ---------------------------------------------------------------------------

const isEmpty = (input) => input.value.trim() === "";
const filled = (inputs) => inputs.filter((input) => !isEmpty(input));
const sum = (inputs) => inputs.reduce((total, input) => total + Number(input.value), 0);
const others = (input) => inputsOf(rowOf(input)).filter((each) => each !== input);
const total = (row) => ("total" in row.dataset ? Number(row.dataset.total) : Infinity);
const leftFor = (input) => total(rowOf(input)) - sum(others(input));

// The last count of a row that has to come to its total is what is left.
const isTooMany = (input, value) => value > Math.min(leftFor(input), Number(input.dataset.most ?? Infinity));
const isLast = (input) => "follows" in rowOf(input).dataset && filled(others(input)).length === others(input).length;
const cannotBe = (input, value) => isTooMany(input, value) || (isEmpty(input) && isLast(input) && value < leftFor(input));

// The numbers from which a figure is added up stand in a row of their own: none of them is missing.
const isCounted = (input) => filled([...document.querySelectorAll(`[data-of="${input.name}"] input`)]).length > 0;
const isSummand = (input) => "of" in rowOf(input).dataset;

// A figure of something of which there is none.
const shown = ({ value, placeholder }) => value.trim() || placeholder;
const isNone = ({ dataset, form }) => Boolean(dataset.unless) && shown(form.elements[dataset.unless]) === "0";

function showWhatFollows(row) {
  const empty = inputsOf(row).filter(isEmpty);
  const left = total(row) - sum(inputsOf(row));
  const isLeft = empty.length === 1 && "follows" in row.dataset && left >= 0;
  for (const input of inputsOf(row)) input.placeholder = isNone(input) ? "0" : "";
  if (left === 0 || isLeft) for (const input of empty) input.placeholder = left;
}

// How it looks --------------------------------------------------------------------------------------

function show() {
  if (!keypad()) return;
  const input = current();
  keypad().hidden = !every().length;
  for (const row of rows()) showWhatFollows(row);
  for (const each of every()) each.parentElement.classList.toggle("on", each === input);
  keypad().classList.toggle("in-digits", Boolean(input) && !isCount(input));
  for (const key of keypad().querySelectorAll("[data-count]")) showKey(key, input);
  const words = input ? [Object.assign(document.createElement("bdi"), { textContent: nameOf(input) }),
    `: ${[rowOf(input).dataset.things, input.dataset.note].filter(Boolean).join(", ")}`] : [];
  const [whose, text] = [keypad().querySelector(".whose"), words.map((each) => each.textContent ?? each).join("")];
  if (whose.textContent !== text) whose.replaceChildren(...words); // it is spoken
}

function showKey(key, input) {
  const value = Number(key.dataset.count);
  const isOn = Boolean(input) && !isEmpty(input) && Number(input.value) === value;
  const isOff = Boolean(input) && !isOn && cannotBe(input, value);
  key.classList.toggle("on", isOn);
  key.setAttribute("aria-pressed", String(isOn));
  key.classList.toggle("off", isOff);
  key.setAttribute("aria-disabled", String(isOff));
}

// What a key does -----------------------------------------------------------------------------------

function write(input, text) {
  input.value = text;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
}

const isOpen = (input) => isEmpty(input) && input.placeholder === "";
const isNeeded = (input) => isOpen(input) && !isSummand(input) && !isCounted(input) && !("optional" in rowOf(input).dataset);

// The cell of the figure that was tapped for its receipt, of an old entry: `#c1` is of seat 1.
const isAsked = (input) => input.parentElement.dataset.field.endsWith(location.hash.replace("#c", "."));
// The next cell in which something is missing, in this row or behind it; else the chosen one stays.
function goOn(input) {
  const row = inputsOf(rowOf(input));
  const [cells, isNext] = isSummand(input) ? [row, isOpen] : [every(), isNeeded];
  choose([...cells.slice(cells.indexOf(input) + 1), ...row].find(isNext) ?? input);
  isFresh = !isCount(input) || current() !== input;
  current().parentElement.scrollIntoView({ block: "nearest" });
}

// A key that is pressed already takes the number away, but not by a second tap of a hasty thumb.
function count(input, value) {
  if (!isEmpty(input) && Number(input.value) === value) {
    if (isFresh) write(input, "");
  } else if (cannotBe(input, value)) {
    const rule = rowOf(input).querySelector("template").content.cloneNode(true);
    showReason(whyNot(input, value), rule, ...(value > Number(input.dataset.most) ? [] : [wayOut(input, value)]));
  } else {
    write(input, value);
    goOn(input);
  }
}

function digit(input, key) {
  if (key === "next") return goOn(input);
  const before = isFresh && key !== "back" ? "" : input.value;
  isFresh = false;
  return write(input, key === "back" ? before.slice(0, -1) : (before + key).slice(0, input.maxLength));
}

function whyNot(input, value) {
  const { most } = input.dataset;
  if (value > Number(most)) return `${value} is too many: ${nameOf(input)} has ${most} ${rowOf(input).dataset.things} at most. `;
  const taken = filled(others(input)).map((each) => `${nameOf(each)} has ${each.value}`).join(" and ");
  const much = isTooMany(input, value) ? "too many" : "too few";
  return `${value} is ${much}: ${rowOf(input).dataset.why}, and ${taken}. `;
}

// The way out for who means it: this number, and the others to be given anew.
function wayOut(input, value) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
  button.textContent = `${value} for ${nameOf(input)}, clear the others`;
  button.addEventListener("click", () => {
    for (const other of others(input)) other.value = "";
    write(input, value);
    goOn(input);
  });
  return button;
}

document.addEventListener("click", (event) => {
  if (event.target.matches(".cells input")) choose(event.target);
  const [key, input] = [event.target.closest("#keypad button"), current()];
  if (!key || !input) return;
  if (key.dataset.count) count(input, Number(key.dataset.count));
  else digit(input, key.dataset.digit);
});

document.addEventListener("focusin", ({ target }) => { if (target.matches(".cells input") && target.name !== chosen) choose(target); });

document.addEventListener("input", ({ target }) => {
  if (!target.closest(".cells")) return;
  showReason();
  show();
});
document.addEventListener("change", start); // a draft was put back, or other cells are there now
addEventListener("pageshow", start); // or by the browser, which says nothing of it

function start() {
  show(); // also what follows, and so is not needed
  if (!current() && keypad()) choose(every().find(isNeeded) ?? every().find(isAsked) ?? every()[0]);
}

// The keys of the page take the place of those of the phone; a keyboard on the table types all the same.
atStartAndAfterSwaps((event) => {
  if (!keypad()) return;
  if (isAnswer(event)) chosen = ""; // to what was sent: another entry begins, or this one again
  start();
  for (const input of document.querySelectorAll(".cells input")) input.inputMode = "none";
});
