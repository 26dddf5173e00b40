// How a hand is laid out: the server says it a moment after each tap, and cards are moved in it.
import { read } from "../forms/cards.js";

export const form = document.getElementById("cards");
export const field = form.querySelector("[name=cards]");
const arranged = () => document.getElementById("arranged");
const picked = () => arranged().querySelector("[name=picked]");
let waiting = null;
let focused = "";

// Why the last tap did nothing.
export function say(...parts) {
  form.querySelector("#why").replaceChildren(...parts);
}

export const words = (id) => document.getElementById(id).content.cloneNode(true);

// Of quick taps only the last one asks.
export function ask(values = {}, delay = 150) {
  clearTimeout(waiting);
  arranged().setAttribute("aria-busy", "true");
  const to = { source: "#asking", target: "#arranged", swap: "outerHTML" };
  waiting = setTimeout(() => {
    const state = new URLSearchParams(new FormData(form));
    for (const [name, value] of Object.entries(values)) state.set(name, value);
    htmx.ajax("GET", `${form.getAttribute("action")}?${state}`, to).catch(() => {}); // the page was left
  }, delay);
}

export function leave() {
  picked().value = "";
  arranged().classList.remove("picking");
  for (const card of arranged().querySelectorAll("[aria-pressed=true]")) card.setAttribute("aria-pressed", "false");
}

// A card is tapped, and then where it goes.
export function move(button) {
  const before = picked().value;
  say();
  if (button.value === "leave" || (before && before === button.value)) leave();
  else if (before || button.value === "best") {
    focused = button.value;
    ask({ tap: button.value }, 0);
  } else if (button.classList.contains("place")) pick(button);
}

function pick(button) {
  picked().value = button.value;
  button.setAttribute("aria-pressed", "true");
  document.getElementById("moved").textContent = button.getAttribute("aria-label").split(",")[0];
  arranged().classList.add("picking");
}

// What a layout comes to is said by a region that was there before it.
function tell() {
  const told = document.getElementById("told");
  const sum = arranged().querySelector(".verdict, .sum-of-hand output").textContent.trim().replace(/\s+/g, " ");
  if (told.textContent !== sum) told.textContent = sum;
}

// The button that saves is there with the layout, but it must not save another hand than is shown.
export function showSave() {
  const save = document.getElementById("save");
  if (!save) return;
  const cards = read(field);
  const button = save.querySelector("[name=use]");
  save.querySelector("[name=cards]").value = cards.join(" ");
  const isShort = cards.length < Number(button.dataset.fewest);
  const missing = Number(form.dataset.most) - cards.length;
  button.textContent = isShort ? `${missing} more card${missing === 1 ? "" : "s"}` : button.dataset.ready;
  const isOff = isShort || "illegal" in button.dataset;
  button.classList.toggle("off", isOff);
  if (isOff) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#save [name=use][aria-disabled]");
  if (!button) return;
  event.preventDefault();
  const { most } = form.dataset;
  const missing = most - read(field).length;
  const why = missing > 0 ? [`A hand has ${most} cards: ${missing} missing. `, words("cite-start")] : [button.dataset.illegal];
  document.getElementById("news").replaceChildren(...why);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "arranged") return;
  showSave();
  tell();
  const again = focused && arranged().querySelector(`[name=tap][value="${focused}"]`);
  if (again) again.focus({ preventScroll: true });
  focused = "";
});

// Nobody answered, or somebody else: the layout of before stands.
function stay() {
  arranged().removeAttribute("aria-busy");
  say("Referee cannot be reached just now. The cards are still here.");
}
for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, stay);
document.addEventListener("htmx:afterRequest", ({ detail: { successful, xhr } }) => { if (xhr.status && !successful) stay(); });
