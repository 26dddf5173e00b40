// Shared by several scripts. Every form works without scripts.
export const entry = () => document.getElementById("entry");
export const live = () => document.getElementById("live");
export const isShown = (element) => element.getClientRects().length > 0;

export const make = (tag, className, textContent = "") => Object.assign(document.createElement(tag), { className, textContent });

// Marks a key as unavailable; it stays put and says why when tapped.
export function setOff(key, isOff) {
  key.classList.toggle("off", isOff);
  key.setAttribute("aria-disabled", String(isOff));
}

// localStorage, or memory if the browser stores nothing.
const unsaved = new Map();
const tried = (what, otherwise) => { try { return what(); } catch { return otherwise; } };
export const storage = {
  keys: (prefix) => [...new Set([...tried(() => Object.keys(localStorage), []), ...unsaved.keys()])].filter((key) => key.startsWith(prefix)),
  get: (key) => tried(() => JSON.parse(unsaved.get(key) ?? localStorage.getItem(key)), null),
  set(key, value) {
    unsaved.set(key, JSON.stringify(value));
    tried(() => { localStorage.setItem(key, unsaved.get(key)); unsaved.delete(key); });
  },
  remove(key) {
    unsaved.delete(key);
    tried(() => localStorage.removeItem(key));
  },
};

// Calls `show` when the page is loaded, and after each swap of htmx.
export function atStartAndAfterSwaps(show) {
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", show);
}

// Whether htmx has just swapped in a form's response; whether it was recorded, or refused.
export const isAnswer = ({ detail }) => detail?.target?.id === "live" && detail.requestConfig?.verb === "post";
export const isRecorded = (event) => isAnswer(event) && event.detail.xhr?.status === 200;
export const isRefused = ({ detail }) => detail?.xhr?.status === 422;

// Shows a reason above the submit button; without arguments clears it.
export function showReason(...parts) {
  const reason = document.getElementById("reason");
  reason?.replaceChildren(...parts);
  reason?.toggleAttribute("hidden", !parts.length);
}

// Gives the style sheets the heights of the dock and the keypad: other things stick above them.
const heights = new ResizeObserver((parts) => {
  for (const { target } of parts) document.body.style.setProperty(`--${target.id || "dock"}`, `${target.offsetHeight}px`);
});
atStartAndAfterSwaps(() => {
  heights.disconnect();
  for (const part of document.querySelectorAll(".dock, #keypad")) heights.observe(part);
});

// Loads the card picker once a page has a card field, and the script for times once it has a time.
atStartAndAfterSwaps(() => {
  if (document.querySelector("time")) import("./times.js").catch(() => {});
  if (document.querySelector("[data-picker]")) import("./forms/card_picker.js").then(({ showAllSlots }) => showAllSlots(), () => {});
});
