// Submits a question automatically once everything it needs is filled in, and opens the card picker
// once everything before the cards is known. A form that was unfolded to change something stays open.
import { open } from "../forms/card_picker.js";

const touched = new Set(); // steps in which a key was tapped, even the one already chosen
let isChanging = false;

const form = () => document.querySelector("form.ask[hx-get]");
const change = () => document.querySelector("details.change");
const steps = () => [...form().querySelectorAll("[data-step]:not([data-aside])")];
const awaited = () => steps().filter((step) => "awaited" in step.dataset);

// Filled-in fields --------------------------------------------------------------------------------------

const shown = (input) => input.value.trim() || (input.closest(".cells") && input.placeholder);

function isFilled(step) {
  const inputs = [...step.querySelectorAll("input")];
  const typed = inputs.filter(({ type }) => type !== "radio" && type !== "checkbox");
  const isThere = inputs.filter(({ type }) => type === "radio").every(({ name }) => step.querySelector(`input[name="${name}"]:checked`));
  return isThere && (step.querySelector(".melded") ? typed.some(shown) : typed.every(shown));
}

const isDone = (step) => touched.has(step.dataset.step) || "known" in step.dataset || ("awaited" in step.dataset && isFilled(step));

// Automatic steps -------------------------------------------------------------------------------------

function ask() {
  if (!form() || document.querySelector("dialog[open]")) return;
  if (awaited().length && awaited().every(isFilled)) form().requestSubmit();
}

// Opens the picker for the next step if that has cards; not on page load if there is a card field
// per player and the number of players can be chosen.
function openPicker(isAtFirst = false) {
  const next = steps().find((step) => !isDone(step));
  const field = next?.querySelector("[data-picker]");
  if (!field || (isAtFirst && "eachPlayer" in next.dataset && form().querySelector("[name=players]"))) return;
  open(field, 0);
}

document.addEventListener("click", ({ target }) => {
  const step = target.matches("input[type=radio]") && target.closest("[data-step]");
  if (!step) return;
  const isFirst = !touched.has(step.dataset.step);
  touched.add(step.dataset.step);
  if (isFirst) openPicker();
});
document.addEventListener("change", ask);
document.addEventListener("close", ask, true); // when the picker closes

// The fold ------------------------------------------------------------------------------------------

document.addEventListener("click", ({ target }) => {
  if (target.closest(".change > summary")) isChanging = !change().open;
  if (target.closest(".change .go button")) isChanging = false; // submitted by hand: fold the form again
});

document.addEventListener("DOMContentLoaded", () => {
  if (!change()?.matches(".fresh") || document.querySelector("#answer li, .problems")) return;
  ask(); // everything may be known already, or tapped before this script was loaded
  openPicker(true);
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const answer = document.querySelector("#answer[tabindex]");
  if (detail.target?.id !== "desk") return;
  document.querySelector(".blamed")?.scrollIntoView({ block: "center" });
  if (!answer) return;
  if (isChanging) change().open = true;
  else window.scrollTo(0, 0);
  if (!isChanging) answer.focus({ preventScroll: true });
});
