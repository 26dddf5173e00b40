// Drafts: what is typed into a form survives a reload until it is recorded. The key of a draft names what
// it is for: the index of a new entry, the id of an old one, or the start of a deal.
import { fill } from "../drafts.js";
import { addFields } from "./entry_form.js";
import { entry, isRecorded, onTap, storage } from "../page.js";

// Fields that belong to the page, not to the entry.
export const OF_THE_PAGE = new Set(["id", "due", "accepted", "anyway", "refused", "table", "entry"]);
const address = new URL(location.href);
const isNoted = address.searchParams.has("note"); // prefilled by the rules desk
let own = null; // the key of this page's draft
let unsettled = null; // the key of a draft in conflict with another phone, until that is settled

const keyOf = (form) => `draft ${form.dataset.draft}`;
const placeIn = (key) => Number(/ new (\d+)$/.exec(key)?.[1]); // NaN for an old entry

// Keys of drafts for earlier entries than this form's.
function earlier(form) {
  const key = keyOf(form);
  return storage.keys(key.replace(/\d+$/, "")).filter((each) => placeIn(each) < placeIn(key));
}

const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !OF_THE_PAGE.has(name));
const isBlank = (form) => fieldsOf(form).every(([name, value]) => !value || ["number", "seating", "way"].includes(name));

function keep(form) {
  if (own && own !== keyOf(form)) storage.remove(own); // it is for another entry now
  own = keyOf(form);
  form.dataset.dirty = "1";
  storage.set(own, fieldsOf(form));
}

const isFilled = (input) => Boolean(input.value) && (input.type !== "radio" || input.checked);

// The fields of a draft without facts that are just as they are known, or were when they were typed. Of
// other facts nothing known stays in the form. All fields of a contract are one fact: `_0`.
const factOf = (name) => /_.*/.exec(name)?.[0] ?? name.replace(/\d+$/, "");

function typedIn(kept, form) {
  const { noted } = form.elements;
  if (!noted) return kept;
  const known = [Object.fromEntries(kept).noted, noted.value].map((each) => new URLSearchParams(each));
  const isKnown = ([name]) => ["noted", "number"].includes(name) || known.some((each) => each.has(name));
  const isOwn = ([name, value]) => known.some((each) => each.has(name)) && known.every((each) => value !== (each.get(name) ?? ""));
  const typed = new Set(kept.filter(isOwn).map(([name]) => factOf(name)));
  for (const each of form.querySelectorAll("input:checked")) if (typed.has(factOf(each.name))) each.checked = false;
  return kept.filter((field) => typed.has(factOf(field[0])) || (field[1] && !isKnown(field)));
}

// The server puts what was typed before somebody moved at the right seats.
const seatingOf = (kept) => Object.fromEntries(kept).seating ?? "";
const withSeating = (kept) => (kept.length > 0 ? [["seating", ""], ...kept] : kept);
const hasMoved = (kept, form) => kept.length > 0 && seatingOf(kept) !== (form.elements.seating?.value ?? "");

// Puts a draft into the form; false if there is none. A draft for an earlier entry is sent as it is, with
// its old number: the server then shows what was recorded instead.
function restore(form, key) {
  const kept = storage.get(key) ?? [];
  const isLate = key !== keyOf(form) || hasMoved(kept, form);
  const typed = isLate ? withSeating(kept) : typedIn(kept, form);
  if (!typed.length) {
    storage.remove(key);
    return false;
  }
  addFields();
  const isOurs = (name, value) => (name === "number" ? isLate || isNaN(placeIn(key)) : name !== "note" || value || !isNoted);
  for (const [name, value] of typed) if (isOurs(name, value)) fill(form, name, value, isLate);
  for (const details of form.querySelectorAll("details")) details.open ||= [...details.querySelectorAll("input")].some(isFilled);
  form.dataset.dirty = "1";
  own = key;
  if (!isLate) keep(form);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#entry") ?? event.target.form; // the note is outside it
  if (!form || form !== entry() || event.target.closest("[data-mode]")) return; // only switches between fields
  // Agreeing to warnings holds only for the form as it was. The warnings stay until the next check, so that
  // nothing moves between two taps.
  for (const answer of document.querySelectorAll("#why :is([name=accepted], [name=anyway])")) answer.remove();
  keep(form);
});

document.addEventListener("htmx:afterSwap", (event) => {
  const form = entry();
  if (!form?.dataset.draft || !event.detail.target?.matches("#live, #correcting, #entry")) return;
  if (event.detail.requestConfig.elt.id === "outbox") own = null; // what was typed since is for a later entry
  // What was typed comes back with its form, unless it was recorded, perhaps alike on another phone, or the
  // browser has emptied the form.
  if (!isRecorded(event) && "typed" in form.dataset && !isBlank(form)) keep(form);
  else begin(form, event.detail.requestConfig.path.endsWith("/back"));
  if (document.querySelector(".conflict")) unsettled = own;
});

// A new form: after Undo it has the undone entry, else it is empty, unless there is a draft for it.
// A draft in conflict waits until then.
function begin(form, isBack) {
  own = null;
  if (!isBack) unsettled = null;
  for (const key of earlier(form)) if (key !== unsettled) storage.remove(key);
  if (restore(form, keyOf(form))) return;
  if ("typed" in form.dataset) keep(form);
  else if (unsettled) restore(form, unsettled);
}

document.addEventListener("click", ({ target }) => { if (target.closest("[data-discard]")) storage.remove(keyOf(entry())); });

// Not recorded now, but kept for the next entry.
onTap("[data-keep]", (keeps) => {
  const form = entry();
  form.dataset.draft = keeps.dataset.keep;
  form.elements.number.value = keeps.value;
  unsettled = null;
  keep(form);
  keeps.closest(".conflict").remove();
  for (const button of [form.querySelector("button.unseen"), document.getElementById("record")]) button.disabled = false;
  document.getElementById("record-label").textContent = keeps.dataset.label;
  const empty = [...form.querySelectorAll(".cells input")].find((input) => !input.value); // where the keypad goes on, too
  (empty ?? document.getElementById("record")).focus({ preventScroll: true });
});

// A correction or the start of a deal was recorded: its draft is done.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr, requestConfig } }) => {
  const [, match, id] = /\/m\/([^/]+)\/(?:e\/)?([^/]+)\/?$/.exec(requestConfig.path) ?? [];
  if (!id || !xhr.getResponseHeader("Referee-Event")) return;
  for (const key of storage.keys(`draft ${match} ${id}`)) storage.remove(key);
});

document.addEventListener("DOMContentLoaded", () => {
  const form = entry();
  if (!form?.dataset.draft) return;
  if ("typed" in form.dataset) keep(form);
  else if (!restore(form, keyOf(form))) earlier(form).some((key) => restore(form, key));
  if (!isNoted) return;
  // Moves the note from the address to the draft: a reload must not put it into the next deal.
  if (!own || own === keyOf(form)) keep(form);
  address.searchParams.delete("note");
  history.replaceState(history.state, "", address);
});
