// The cells of an entry: what is left for each of them, what cannot be, and which is the next.
import { isShown } from "./page.js";

let rowsNow = null; // found once for a tap: the browser lays out the page to know what is shown

export function rows() {
  if (!rowsNow) queueMicrotask(() => { rowsNow = null; });
  rowsNow ??= [...document.querySelectorAll(".cells")].filter((row) => isShown(row.querySelector("input")));
  return rowsNow;
}

export const inputsOf = (row) => [...row.querySelectorAll("input")];
export const every = () => rows().flatMap(inputsOf);
export const rowOf = (input) => input.closest(".cells");
export const nameOf = (input) => input.dataset.player;
export const isCount = (input) => "most" in input.dataset;
export const isOfOldEntry = (input) => Boolean(input.form.elements.entry);
const listed = (texts) => new Intl.ListFormat("en-GB").format(texts);

// What is left for a cell ---------------------------------------------------------------------------

export const isEmpty = (input) => input.value.trim() === "";
const filled = (inputs) => inputs.filter((input) => !isEmpty(input));
const sum = (inputs) => inputs.reduce((total, input) => total + Number(input.value), 0);
export const others = (input) => inputsOf(rowOf(input)).filter((each) => each !== input);
const total = (row) => ("total" in row.dataset ? Number(row.dataset.total) : Infinity);

// Anyone who corrects an entry types its numbers in order: the old ones do not limit the new ones.
const isUnchanged = (input) => isOfOldEntry(input) && input.value === input.defaultValue;
const taken = (input) => filled(others(input)).filter((each) => !isUnchanged(each));
export const mostFor = (input) => Math.min(total(rowOf(input)) - sum(taken(input)), Number(input.dataset.most ?? Infinity));

// What is left once the others are known: it stands there in grey.
const follows = (input) => isCount(input) && isEmpty(input) && input.placeholder !== "";
export const cannotBe = (input, value) => (follows(input) ? value !== Number(input.placeholder) : value > mostFor(input));

// The numbers from which a figure is added up stand in a row of their own: none of them is missing.
const isCounted = (input) => filled([...document.querySelectorAll(`[data-of="${input.name}"] input`)]).length > 0;
const isSummand = (input) => "of" in rowOf(input).dataset;

// A figure of something of which there is none.
const shown = ({ value, placeholder }) => value.trim() || placeholder;
const isNone = ({ dataset, form }) => Boolean(dataset.unless) && shown(form.elements[dataset.unless]) === "0";

export function showWhatFollows(row) {
  const empty = inputsOf(row).filter(isEmpty);
  const left = total(row) - sum(inputsOf(row));
  const isLeft = empty.length === 1 && "follows" in row.dataset && left >= 0;
  for (const input of inputsOf(row)) input.placeholder = isNone(input) ? "0" : "";
  if (left === 0 || isLeft) for (const input of empty) input.placeholder = left;
}

const left = ({ placeholder }) => `${placeholder} ${placeholder === "1" ? "is" : "are"} left`;

// What the keypad says of a cell, and how its keys look ---------------------------------------------

export function asked(input) {
  if (follows(input)) return left(input);
  return [rowOf(input).dataset.things, input.dataset.note].filter(Boolean).join(", ");
}

export function showKey(key, input) {
  const value = Number(key.dataset.count);
  const counts = Boolean(input) && isCount(input);
  const isOn = counts && !isEmpty(input) && Number(input.value) === value;
  const isOff = counts && !isOn && cannotBe(input, value);
  key.classList.toggle("on", isOn);
  key.setAttribute("aria-pressed", String(isOn));
  key.classList.toggle("off", isOff);
  key.setAttribute("aria-disabled", String(isOff));
}

// Where the keypad goes on -------------------------------------------------------------------------

const isMain = (input) => !isSummand(input) && !isCounted(input) && !("optional" in rowOf(input).dataset);
export const isNeeded = (input) => isEmpty(input) && isMain(input);

// The cell of the figure that was tapped for its receipt, of an old entry: `#c1` is of seat 1.
export const isAsked = (input) => input.parentElement.dataset.field?.endsWith(location.hash.replace("#c", "."));

// The next cell that is empty, in this row first; of an old entry the next one in any case. None after
// the last one.
export function nextOf(input) {
  const isOld = isOfOldEntry(input);
  const cells = every();
  const row = isSummand(input) ? cells.filter(isSummand) : inputsOf(rowOf(input));
  const isMissing = (each) => each !== input && isNeeded(each);
  const after = (list) => list.slice(list.indexOf(input) + 1);
  return after(row).find((each) => isOld || (isEmpty(each) && !isCounted(each))) ?? row.find(isMissing)
    ?? after(cells).find(isOld && isMain(input) ? isMain : isMissing) ?? cells.find(isMissing);
}

// Why a number cannot be ----------------------------------------------------------------------------

export function whyNot(input, value) {
  const { most } = input.dataset;
  const { things, why } = rowOf(input).dataset;
  if (value > Number(most)) return `${value} is too many: ${nameOf(input)} can have ${most} ${things} at most. `;
  const have = (inputs) => listed(inputs.map((each) => `${nameOf(each)} has ${each.value}`));
  if (!follows(input)) return `${value} is too many: ${why}, and ${have(taken(input))}. `;
  const only = input.placeholder === "0" ? `No ${things} are left` : `Only ${left(input)}`;
  return `${only} for ${nameOf(input)}: ${why}, and ${have(filled(others(input)))}. `;
}
