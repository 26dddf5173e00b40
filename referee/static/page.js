// Shared by several scripts. Every form works without scripts.
export const entry = () => document.getElementById("entry");
export const live = () => document.getElementById("live");
export const isChanged = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
export const isShown = (element) => element.getClientRects().length > 0;
export const plainText = (element) => element?.textContent.trim().replace(/\s+/g, " ");

// `content` is a text or a node, or a list of them.
export function make(tag, className, content = [], attributes = {}, onclick = null) {
  const made = Object.assign(document.createElement(tag), { className, onclick });
  made.append(...[content].flat());
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// Texts and formats of the page's language -------------------------------------------------------------

const { lang, dataset: { formats } } = document.documentElement;
const texts = {};

export const list = (items) => new Intl.ListFormat(lang === "en" ? "en-GB" : lang).format(items);
export const timeOf = (at, form = { timeStyle: "short" }) => new Intl.DateTimeFormat(formats, form).format(at);
// Tells the server the zone, for files and pictures, and for the year of a match.
document.cookie = `zone=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;
const shown = (value) => (typeof value === "number" ? new Intl.NumberFormat(formats).format(value) : value);

// A text from the page, in parts: its words, and its values, which may be elements. `n` chooses the plural.
export function textParts(name, values = {}) {
  if (!(name in texts)) for (const { dataset } of document.querySelectorAll("[data-texts]")) Object.assign(texts, JSON.parse(dataset.texts));
  const found = texts[name] ?? "";
  const template = found[new Intl.PluralRules(lang).select(values.n)] ?? found.other ?? found;
  return template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? shown(values[part]) : part));
}

export const text = (name, values) => textParts(name, values).join("");

// Elements --------------------------------------------------------------------------------------------

// Tells other scripts about a script's change: browsers report only the user's own changes.
export function announceChange(field) {
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}

// Marks a key as unavailable; it stays put and says why when tapped.
export function setOff(key, isOff) {
  key.classList.toggle("off", isOff);
  key.setAttribute("aria-disabled", String(isOff));
}

// localStorage, or memory if the browser stores nothing.
const unsaved = new Map();
export const tried = (what, otherwise) => { try { return what(); } catch { return otherwise; } };
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

// Safari empties fields without autocompletion when a page comes back from its cache.
for (const [event, now, next] of [["pagehide", "off", "on"], ["pageshow", "on", "off"]]) {
  addEventListener(event, () => { for (const field of document.querySelectorAll(`[autocomplete=${now}]`)) field.autocomplete = next; });
}

// Calls `show` when the page is loaded, and after each swap of htmx.
export function atStartAndAfterSwaps(show) {
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", show);
}

// Gives the style sheets the heights of the dock, the keypad and the notices: other things stick above them.
const heights = new ResizeObserver((parts) => {
  for (const { target } of parts) document.body.style.setProperty(`--${target.id || "dock"}`, `${target.offsetHeight}px`);
});
atStartAndAfterSwaps(() => {
  heights.disconnect();
  for (const part of document.querySelectorAll(".dock, #keypad, #notices")) heights.observe(part);
});

// Whether htmx has just swapped in a form's response; whether the form was recorded, or refused.
export const isAnswer = ({ detail }) => detail?.target?.id === "live" && detail.requestConfig?.verb === "post";
export const isRecorded = (event) => isAnswer(event) && event.detail.xhr?.status === 200;
export const isRefused = ({ detail }) => detail?.xhr?.status === 422;

// Shows a reason above the submit button; without arguments clears it.
export function showReason(...parts) {
  const reason = document.getElementById("reason");
  reason?.replaceChildren(...parts);
  reason?.toggleAttribute("hidden", !parts.length);
}

// Closes what stands under More.
export function closeMore() {
  const more = document.querySelector(".bar [open] > summary");
  more?.click();
  more?.focus();
}

// Acts on a tap on what matches, now or later, in place of the browser.
export function onTap(selector, act) {
  document.addEventListener("click", (event) => {
    const tapped = event.target.closest(selector);
    if (!tapped) return;
    event.preventDefault();
    act(tapped);
  });
}

// The "next" key of a phone's keyboard goes to the next field; by itself it would submit the form.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMore();
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("[enterkeyhint=next]")) return;
  const fields = [...event.target.form.querySelectorAll("[enterkeyhint]")].filter(isShown);
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
