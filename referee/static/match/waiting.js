// What is kept on this phone: entries that wait until Referee has them, and those that it did not take.
// Each is an item of its own: two pages never write over each other's.
import { storage } from "../page.js";

const keyOf = (state, { match, id }) => `${state} ${match} ${id}`;

export const keep = (state, kept) => storage.set(keyOf(state, kept), kept);
export const drop = (state, kept) => storage.remove(keyOf(state, kept));

// In the order in which they were made.
export function all(state) {
  const found = storage.keys(`${state} `).map(storage.get).filter(Boolean);
  // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no other
  return found.sort((one, other) => one.at - other.at);
}

// What a form says ---------------------------------------------------------------------------------

const trimmed = (element) => element?.textContent.trim().replace(/\s+/g, " ");

function labelOf(control) {
  const legend = control.closest("fieldset")?.querySelector("legend .who");
  return trimmed(legend) || control.ariaLabel || trimmed(control.labels?.[0]) || control.name;
}

export const nameOf = (button) => button?.ariaLabel || trimmed(button) || "An entry";

export function linesOf(form, fields) {
  const seen = fields.map(([name, value]) => [[form.elements[name]].flat()[0], value]);
  const controls = seen.map(([found, value]) => [found instanceof RadioNodeList ? found[0] : found, value]);
  const typed = controls.filter(([control, value]) => value && control && (control.type !== "hidden" || control.ariaLabel));
  return typed.map(([control, value]) => `${labelOf(control)}: ${value}`);
}

export const timeOf = (at) => new Date(at).toLocaleTimeString([], { timeStyle: "short" });

// What is shown of them ----------------------------------------------------------------------------

function textOf(kept) {
  const when = new Date(kept.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return [kept.title, `${kept.words}, ${when}`, ...kept.lines, kept.why].filter(Boolean).join("\n");
}

function save(kept) {
  const href = URL.createObjectURL(new Blob([`${textOf(kept)}\n`], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href, download: `${kept.words}.txt` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// One of them in the list; `goOn` is called when it was dropped.
export function shown(state, kept, goOn) {
  const item = document.getElementById("waits").content.querySelector("li").cloneNode(true);
  item.querySelector("b").textContent = state === "refused" ? "Referee did not take this:" : "This waits for Referee:";
  const of = kept.title === document.title ? "" : `${kept.title}: `; // it may be another match's
  item.querySelector("span").textContent = `${of}${kept.words} (${timeOf(kept.at)})`;
  item.querySelector("small").textContent = kept.why || "";
  item.querySelector("pre").textContent = textOf(kept);
  item.querySelector("[name=save]").addEventListener("click", () => save(kept));
  item.querySelector("[name=drop]").addEventListener("click", () => {
    drop(state, kept);
    goOn();
  });
  return item;
}
