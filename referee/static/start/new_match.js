// The form for a new match: shows which options fit the number of names entered so far.
import { atStartAndAfterSwaps, isShown, showReason } from "../page.js";

const numbersIn = (text) => text.split(" ").map(Number);

// The same check as on the server: while there are too few names, options for more players are possible.
function canBe(numbers, named, playable) {
  return numbers.includes(named) || (!playable.includes(named) && named < Math.max(...numbers));
}

const why = (input) => input.parentElement.nextElementSibling.content.cloneNode(true);

// Marks options for other numbers of players as unavailable; if one is chosen, says why.
function markKeys() {
  const form = document.getElementById("new");
  const named = [...form.querySelectorAll(".names input")].filter((field) => field.value.trim()).length;
  const wrong = [];
  for (const input of form.querySelectorAll("input[data-numbers]")) {
    const isOff = !canBe(numbersIn(input.dataset.numbers), named, numbersIn(form.dataset.numbers));
    input.parentElement.classList.toggle("off", isOff && !input.checked);
    input.parentElement.classList.toggle("wrong", isOff && input.checked);
    input.setAttribute("aria-disabled", String(isOff && !input.checked));
    if (isOff && input.checked && isShown(input.closest("fieldset"))) wrong.push(input);
  }
  const isSaid = form.querySelector("[role=alert]:not(.stale)");
  showReason(...(isSaid ? [] : wrong.slice(0, 1).map(why)));
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("#new .key.off");
  if (!key) return;
  event.preventDefault();
  showReason(why(key.querySelector("input")));
});

// Hides old messages until the next submit, but keeps their space, so that nothing moves.
document.addEventListener("input", ({ target }) => {
  if (!target.closest("#new")) return;
  for (const shown of document.querySelectorAll("[data-name-of]")) {
    const field = document.getElementById("new").elements[shown.dataset.nameOf];
    shown.textContent = field.value || field.getAttribute("aria-label");
  }
  target.removeAttribute("aria-invalid");
  target.closest(".blamed")?.classList.remove("blamed");
  for (const old of document.querySelectorAll("#new [role=alert], #unready")) old.classList.add("stale");
  markKeys();
});
atStartAndAfterSwaps(markKeys);

// A game that was tapped before the scripts were loaded, or restored by the browser, is not shown yet.
document.addEventListener("DOMContentLoaded", () => {
  const tapped = [...document.querySelectorAll("#new input[hx-post]:checked")].find((input) => !input.defaultChecked);
  tapped?.dispatchEvent(new Event("change", { bubbles: true }));
  // Focuses without scrolling: a low screen shows the start of the form.
  const first = document.querySelector("#new:not(:has([role=alert])) [autofocus]");
  first?.focus({ preventScroll: true });
  if (first) scrollTo(0, 0);
});
