// Drafts: what was typed into a form survives a reload, until it is recorded. Each is kept by what it
// is typed for: the place that a new entry is to have, an old entry, the start of a deal.
import { addFields } from "./entry_form.js";
import { entry, isRecorded, storage } from "../page.js";

// What a form says about itself and not about the entry: the page writes it anew each time.
const OF_THE_PAGE = new Set(["id", "accepted", "anyway", "refused", "table", "entry"]);
const address = new URL(location.href);
const isNoted = address.searchParams.has("note"); // the desk has filled it in
let own = null; // by what the form of this page is kept
let unsettled = null; // the same, while it is to be said what becomes of what another phone had too

const keyOf = (form) => `draft ${form.dataset.draft}`;
const placeIn = (key) => Number(/ new (\d+)$/.exec(key)?.[1]); // of an old entry none

// What is typed for earlier places than that of this form.
function earlier(form) {
  const key = keyOf(form);
  return storage.keys(key.replace(/\d+$/, "")).filter((each) => placeIn(each) < placeIn(key));
}

function keep(form) {
  if (own && own !== keyOf(form)) storage.remove(own); // it is typed for another place now
  own = keyOf(form);
  form.dataset.dirty = "1";
  storage.set(own, [...new FormData(form)].filter(([name]) => !OF_THE_PAGE.has(name)));
}

const isFilled = (input) => Boolean(input.value) && (input.type !== "radio" || input.checked);

// Whether there is something by this key; then it is in the form. What was typed for an earlier place
// goes to the server as it is, by the number of then: it says what was recorded there.
function restore(form, key) {
  const kept = storage.get(key);
  if (!kept) return false;
  const isLate = key !== keyOf(form);
  addFields();
  for (const [name, value] of kept) {
    if (name !== "number" || isLate || isNaN(placeIn(key))) fill(form, name, value, isLate);
  }
  for (const details of form.querySelectorAll("details:not([open])")) {
    if ([...details.querySelectorAll("input")].some(isFilled)) details.open = true;
  }
  form.dataset.dirty = "1";
  own = key;
  if (!isLate) keep(form);
  form.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function fill(form, name, value, isLate) {
  if (name === "note" && !value && isNoted) return;
  const field = form.elements[name]; // where there is none, the form has no such field any more
  if (field) field.value = value;
  else if (isLate) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

// What was agreed to, for the form as it was. Why it was refused stays until the check says it anew:
// what comes and goes between two taps would move what stands on it.
function forgetAnswers() {
  for (const answer of document.querySelectorAll("#why :is([name=accepted], [name=anyway])")) answer.remove();
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#entry");
  if (!form || event.target.closest("[data-mode]")) return; // which fields are shown is nothing typed
  forgetAnswers();
  keep(form);
});

document.addEventListener("htmx:afterSwap", (event) => {
  const form = entry();
  if (!form?.dataset.draft || !event.detail.target?.matches("#live, #correcting, #entry")) return;
  if (isRecorded(event)) begin(form, event.detail.requestConfig.path.endsWith("/back"));
  else if ("typed" in form.dataset) keep(form); // it came back with what was typed
  else restore(form, keyOf(form));
  if (document.querySelector(".conflict")) unsettled = own;
});

// After Undo the form has what was taken back, after Redo and when something was recorded nothing:
// what was typed for this place before is in it again. What is not settled waits all the while.
function begin(form, isBack) {
  own = null;
  if (!isBack) unsettled = null;
  for (const key of earlier(form)) if (key !== unsettled) storage.remove(key);
  if (restore(form, keyOf(form))) return;
  if ("typed" in form.dataset) keep(form);
  else if (unsettled) restore(form, unsettled);
}

document.addEventListener("click", (event) => {
  const form = entry();
  if (event.target.closest("[data-discard]")) storage.remove(keyOf(form));
  const keeps = event.target.closest("[data-keep]");
  if (!keeps) return;
  event.preventDefault(); // it is not recorded yet, but may be as the next entry
  form.dataset.draft = keeps.dataset.keep;
  form.elements.number.value = keeps.value;
  unsettled = null;
  keep(form);
  keeps.closest(".conflict").remove();
  for (const button of [form.querySelector("button.unseen"), document.getElementById("record")]) button.disabled = false;
  document.getElementById("record-label").textContent = `Record ${keeps.dataset.entry}`;
  (form.querySelector(".cells input") ?? document.getElementById("record")).focus({ preventScroll: true });
});

// A correction that is in the log, or the start of a deal, is not typed any more.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr, requestConfig } }) => {
  const [, match, id] = /\/m\/([^/]+)\/(?:e\/)?([^/]+)\/?$/.exec(requestConfig.path) ?? [];
  if (!id || !xhr.getResponseHeader("Referee-Event")) return;
  for (const key of storage.keys(`draft ${match} ${id}`)) storage.remove(key);
});

// It is kept as typed here, and not in the address: a reload must not write it into the next deal.
function keepNote(form) {
  if (!own || own === keyOf(form)) keep(form);
  address.searchParams.delete("note");
  history.replaceState(history.state, "", address);
}

document.addEventListener("DOMContentLoaded", () => {
  const form = entry();
  if (!form?.dataset.draft) return;
  if ("typed" in form.dataset) keep(form);
  else if (!restore(form, keyOf(form))) earlier(form).some((key) => restore(form, key));
  if (isNoted) keepNote(form);
});
