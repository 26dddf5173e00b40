// Drafts: what was typed into a form survives a reload, until it is recorded.
import { addFields } from "./entry_form.js";
import { entry, isRecorded } from "./page.js";

// What a form says about itself and not about the entry: the page writes it anew each time.
const OF_THE_PAGE = new Set(["number", "id", "accepted", "anyway"]);

const keyOf = (form) => `draft ${form.dataset.draft}`;
const matchOf = (key) => key.split(" ")[1];

function keep(form) {
  form.dataset.dirty = "1";
  const fields = [...new FormData(form)].filter(([name]) => !OF_THE_PAGE.has(name));
  try { localStorage.setItem(keyOf(form), JSON.stringify(fields)); } catch { /* no room: then not */ }
}

function read(form) {
  return JSON.parse(localStorage.getItem(keyOf(form)) || "null");
}

// Of the match to which this form belongs, all drafts but its own.
function forgetOthers(form) {
  const own = keyOf(form);
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith("draft "));
  for (const key of drafts) if (key !== own && matchOf(key) === matchOf(own)) localStorage.removeItem(key);
}

const isFilled = (input) => Boolean(input.value) && (input.type !== "radio" || input.checked);

function restore() {
  const form = entry();
  if (!form?.dataset.draft || "typed" in form.dataset) return;
  const kept = read(form);
  if (!kept) return;
  addFields();
  for (const [name, value] of kept) fill(form.elements[name], value);
  for (const details of form.querySelectorAll("details:not([open])")) {
    if ([...details.querySelectorAll("input")].some(isFilled)) details.open = true;
  }
  form.dataset.dirty = "1";
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

function fill(named, value) {
  for (const input of named instanceof RadioNodeList ? named : [named]) {
    if (!input) continue; // the form has no such field any more
    if (input.type === "radio") input.checked = input.value === value;
    else input.value = value;
  }
}

// What was said about the form as it was; whoever corrects it is told anew by the check.
function forgetAnswers() {
  for (const answered of document.querySelectorAll("#why [role=alert]:not(.conflict), #why [name=accepted], #why [name=anyway]")) answered.remove();
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#entry");
  if (!form || event.target.closest("[data-mode]")) return; // which fields are shown is nothing typed
  forgetAnswers();
  keep(form);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!entry()) return;
  if (isRecorded(event)) forgetOthers(entry());
  if ("typed" in entry().dataset) keep(entry()); // it came back with what was typed
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-discard]")) localStorage.removeItem(keyOf(entry()));
  const keeps = event.target.closest("[data-keep]");
  if (!keeps) return;
  event.preventDefault(); // it is not recorded yet, but may be as the next entry
  entry().elements.number.value = keeps.value;
  keeps.closest(".conflict").remove();
});

document.addEventListener("DOMContentLoaded", restore);
