// Drafts: what is typed into a form with `data-draft`, its name, stays on this phone until it is sent.
// Those of a match's entries know more: see `match/drafts.js`.
import { announceChange, isChanged, make, storage, tried } from "./page.js";

const find = () => document.querySelector("form[data-draft]:not([hx-disinherit])");
const keyOf = (form) => `draft ${form.dataset.draft}`;
const placeOf = (form) => form.method === "get" && location.search; // what a question is about

const isTyped = (field) => (field.type === "hidden" ? "picker" in field.dataset && field.value : isChanged(field));
const isKept = (field) => field.matches("input:not([type=hidden]), textarea, [data-picker], [data-kept]") && (field.type !== "radio" || field.checked);

// Only what was typed, if the server says what is not: another phone may change that meanwhile.
function keep(form) {
  const isAll = "typed" in form.dataset;
  const fields = [...form.elements].filter((field) => field.name && isKept(field) && (isAll || isTyped(field) || "kept" in field.dataset));
  storage.set(keyOf(form), { place: placeOf(form), fields: fields.map(({ name, type, value, checked }) => [name, type === "checkbox" ? checked : value]) });
}

export function fill(form, name, value, adds) {
  const field = form.elements[name]; // undefined if the form no longer has it
  if (field?.type === "checkbox") field.checked = value;
  else if (field) field.value = value;
  else if (adds) form.append(make("input", "", [], { type: "hidden", name, value, "data-kept": "" }));
}

let form = null;

function restore() {
  const kept = storage.get(keyOf(form));
  if (kept?.place !== placeOf(form)) return;
  for (const [name, value] of kept.fields) fill(form, name, value, true);
  for (const fold of document.querySelectorAll("details")) fold.open ||= [...fold.querySelectorAll("form[data-draft] input")].some(isTyped);
  announceChange(form);
}

function begin() {
  if (form === find()) return;
  form = find();
  if (form) ("typed" in form.dataset ? keep : restore)(form);
}

// What was sent has arrived if the page that follows has another form, or none.
const SENT = "sent";
const sent = tried(() => sessionStorage.getItem(SENT));
tried(() => sessionStorage.removeItem(SENT));
if (sent && (!find() || keyOf(find()) !== sent)) storage.remove(sent);

document.addEventListener("submit", ({ target }) => {
  if (target !== form) return;
  if (form.method === "get") storage.remove(keyOf(form)); // from now on it stands in the address
  else tried(() => sessionStorage.setItem(SENT, keyOf(form)));
});
document.addEventListener("input", ({ target }) => { if (form && target.form === form) keep(form); });
for (const kind of ["htmx:afterSwap", "htmx:historyRestore"]) document.addEventListener(kind, begin);
begin();
