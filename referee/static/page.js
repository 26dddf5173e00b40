// What several scripts look for on a page. Every form works without any of them.
export const entry = () => document.getElementById("entry");
export const live = () => document.getElementById("live");
export const isShown = (element) => element.getClientRects().length > 0;

export const make = (tag, className, textContent = "") => Object.assign(document.createElement(tag), { className, textContent });

// A key that cannot be used is dashed and stays where it is: tapped, it says why.
export function setOff(key, isOff) {
  key.classList.toggle("off", isOff);
  key.setAttribute("aria-disabled", String(isOff));
}

// What the browser keeps; where it keeps nothing, as long as the page is open.
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

// Calls `show` when the page is there, and again whenever htmx has put a part into it.
export function atStartAndAfterSwaps(show) {
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", show);
}

// Whether htmx has just swapped in an answer to something that we sent; and that it was written.
export const isAnswer = ({ detail }) => detail?.target?.id === "live" && detail.requestConfig?.verb === "post";
export const isRecorded = (event) => isAnswer(event) && event.detail.xhr?.status === 200;
export const isRefused = ({ detail }) => detail?.xhr?.status === 422;

// Why something cannot be, above the button that sends the form; nothing clears it.
export function showReason(...parts) {
  const reason = document.getElementById("reason");
  reason?.replaceChildren(...parts);
  reason?.toggleAttribute("hidden", !parts.length);
}

// What stays in view above the dock of the page as it is now, or above the keypad on it, stands on it.
const heights = new ResizeObserver((parts) => {
  for (const { target } of parts) document.body.style.setProperty(`--${target.id || "dock"}`, `${target.offsetHeight}px`);
});
atStartAndAfterSwaps(() => {
  heights.disconnect();
  for (const part of document.querySelectorAll(".dock, #keypad")) heights.observe(part);
});

// The picker of cards is fetched once a page has a field of cards; without it the field takes a text.
// So is what shows times, which only a match of several evenings or against the clock has.
atStartAndAfterSwaps(() => {
  if (document.querySelector("time")) import("./times.js").catch(() => {});
  if (document.querySelector("[data-picker]")) import("./forms/card_picker.js").then(({ showAllSlots }) => showAllSlots(), () => {});
});
