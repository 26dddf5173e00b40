// The desk answers by itself once all is there that it waits for. The picker of cards opens as soon as
// what comes before the cards is known; a form that was opened again to be changed stays open.

const touched = new Set(); // the steps in which a key was tapped, also one that was pressed already
let isChanging = false;

const form = () => document.querySelector("form.ask[hx-get]");
const change = () => document.querySelector("details.change");
const steps = () => [...form().querySelectorAll("[data-step]:not([data-aside])")];
const awaited = () => steps().filter((step) => "awaited" in step.dataset);

// What is there -------------------------------------------------------------------------------------

const shown = (input) => input.value.trim() || (input.closest(".cells") && input.placeholder);
const isAnyChecked = (step, name) => Boolean(step.querySelector(`input[name="${name}"]:checked`));

function isFilled(step) {
  const inputs = [...step.querySelectorAll("input")];
  const typed = inputs.filter(({ type }) => type !== "radio" && type !== "checkbox");
  const isThere = inputs.filter(({ type }) => type === "radio").every(({ name }) => isAnyChecked(step, name));
  return isThere && (step.querySelector(".melded") ? typed.some(shown) : typed.every(shown));
}

const isDone = (step) => touched.has(step.dataset.step) || "known" in step.dataset || ("awaited" in step.dataset && isFilled(step));

// What comes by itself ------------------------------------------------------------------------------

function ask() {
  if (!form() || document.querySelector("dialog[open]")) return;
  if (awaited().length && awaited().every(isFilled)) form().requestSubmit();
}

// At first not over the number of players, where that says how many cards there are.
function openPicker(isAtFirst = false) {
  const next = steps().find((step) => !isDone(step));
  const field = next?.querySelector("[data-picker]");
  if (!field || (isAtFirst && "eachPlayer" in next.dataset && form().querySelector("[name=players]"))) return;
  import("../forms/card_picker.js").then(({ showAllSlots }) => {
    showAllSlots();
    field.previousElementSibling.querySelector("button").click();
  }, () => {});
}

document.addEventListener("click", ({ target }) => {
  const step = target.matches("input[type=radio]") && target.closest("[data-step]");
  if (!step) return;
  const isFirst = !touched.has(step.dataset.step);
  touched.add(step.dataset.step);
  if (isFirst) openPicker();
});
document.addEventListener("change", ask);
document.addEventListener("close", ask, true); // of the picker

// The fold ------------------------------------------------------------------------------------------

document.addEventListener("click", ({ target }) => {
  if (target.closest(".change > summary")) isChanging = !change().open;
  if (target.closest(".change .go button")) isChanging = false; // it is asked for by hand: now it folds
});

document.addEventListener("DOMContentLoaded", () => {
  if (!change()?.matches(".fresh") || document.querySelector("#answer li, .problems")) return;
  ask(); // all of it may be known, or was tapped before this script was there
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
