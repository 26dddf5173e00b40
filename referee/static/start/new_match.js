// The form for a new match: shows which options fit the number of names entered so far.
import { announceChange, atStartAndAfterSwaps, isShown, onTap, showReason } from "../page.js";

const numbersIn = (text) => text.split(" ").map(Number);

// The same check as on the server: while there are too few names, options for more players are possible.
function canBe(numbers, named, playable) {
  return numbers.includes(named) || (!playable.includes(named) && named < Math.max(...numbers));
}

const fields = () => [...document.querySelectorAll("#new .names [list]")];
const why = (input) => input.parentElement.nextElementSibling.content.cloneNode(true);

function markPeople(names) {
  for (const key of document.querySelectorAll("[name=person]")) {
    const isSeated = names.includes(key.value);
    key.setAttribute("aria-pressed", String(isSeated));
    key.disabled = !isSeated && !names.includes("");
  }
}

// Shows one empty field at a time, as the style sheet does, but older Safaris don't apply that while somebody types.
function growNames() {
  const first = fields().findIndex(({ value }) => !value);
  fields().forEach(({ value, parentElement: { style } }, at) => { style.display = value || at <= first ? "grid" : "none"; });
}

// Marks options for other numbers of players as unavailable; if one is chosen, says why.
function markKeys() {
  const form = document.getElementById("new");
  growNames();
  const names = fields().map((field) => field.value.trim());
  const named = names.filter(Boolean).length;
  markPeople(names);
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

onTap("#new .key.off", (key) => showReason(why(key.querySelector("input"))));

// What is typed or tapped while the form's answer is on its way isn't in it, so the form is sent again.
const typed = () => new URLSearchParams(new FormData(document.getElementById("new"))).toString();
let sent = "";
const isChange = ({ target, requestConfig: { elt } }) => target === document.getElementById("new") && elt.matches("fieldset");
document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (isChange(detail)) sent = typed(); });
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!isChange(detail) || typed() === sent) return;
  detail.shouldSwap = false;
  setTimeout(htmx.trigger, 0, detail.requestConfig.elt, "change"); // once this request has ended
});

// A person's key takes the next field, or frees it again.
onTap("[name=person]", (key) => {
  const [own, free] = [key.value, ""].map((name) => fields().find(({ value }) => value.trim() === name));
  const field = own ?? free;
  field.value = own ? "" : key.value;
  announceChange(field);
});

// Hides old messages until the next submit, but keeps their space, so that nothing moves.
document.addEventListener("input", ({ target }) => {
  if (!target.closest("#new")) return;
  target.removeAttribute("aria-invalid");
  target.closest(".blamed")?.classList.remove("blamed");
  for (const old of document.querySelectorAll("#new [role=alert], #unready")) old.classList.add("stale");
  markKeys();
});
atStartAndAfterSwaps(markKeys);

// A game that was tapped before the scripts were loaded, or restored by the browser, is not shown yet.
document.addEventListener("DOMContentLoaded", () => {
  const tapped = [...document.querySelectorAll("#new [hx-post] :checked")].find((input) => !input.defaultChecked);
  tapped?.dispatchEvent(new Event("change", { bubbles: true }));
  // Focuses without scrolling: a low screen shows the start of the form.
  const first = document.querySelector("#new:not(:has([role=alert])) [autofocus]");
  first?.focus({ preventScroll: true });
  if (first) scrollTo(0, 0);
});
