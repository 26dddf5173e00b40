// What the page says of the outbox, and of an entry in it. Loaded with what goes on without a connection.
import { awaySince, awayText } from "../connection.js";
import { entry, list, plainText, text, timeOf } from "../page.js";

let outbox = null; // its functions

function labelOf(control) {
  const legend = control.closest("fieldset")?.querySelector("legend .who");
  return plainText(legend) || control.getAttribute("aria-label") || plainText(control.labels?.[0]) || control.name;
}

// What was typed, as lines.
export function linesOf(form, fields) {
  return fields.flatMap(([name, value]) => {
    const found = form.elements[name];
    const control = found instanceof RadioNodeList ? found[0] : found;
    const isTyped = value && control && (control.type !== "hidden" || control.getAttribute("aria-label"));
    return isTyped ? [`${labelOf(control)}: ${value}`] : [];
  });
}

let arrived = []; // what was sent since the connection is back
let backAt = 0; // when it came back
const isPlayed = (each) => outbox.isOurs(each) && outbox.isForEntry(each);
export const hasWaited = (sent) => !outbox.isCard(sent) || sent.at < backAt; // cards that go as usual are no news

document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.elt.matches("form")) arrived = []; });
document.addEventListener("referee:connection", () => { // before the outbox hears of it
  if (awaySince()) arrived = [];
  else backAt = Date.now();
}, true);

function count(found) {
  if (found.every(outbox.isCard)) return text("cards", { n: found.length });
  return text(found.every(isPlayed) ? "played" : "entries", { n: found.length });
}

export function sentence(keptSince) {
  const found = outbox.waiting().filter((each) => awaySince() || !outbox.isCard(each));
  const away = awaySince() && awayText(Math.min(awaySince(), ...found.map(({ at }) => at)));
  if (found.length) return away ? `${away} ${count(found)} ${text("keepOpen")}` : count(found);
  if (keptSince) return text("asOf", { time: timeOf(keptSince) });
  if (away) return entry() ? `${away} ${text("goOn")}` : away;
  const every = arrived.map((each) => (outbox.isOurs(each) ? each.words : `${each.title}: ${each.words}`));
  const names = every.length > 3 ? [`${every[0]} – ${every.at(-1)}`] : every;
  return names.length ? text("sent", { entry: list(names) }) : "";
}

// An entry was sent after it had waited.
export function note(sent) {
  if (sent.isTried && hasWaited(sent)) arrived.push(sent);
}

// Called once, by what goes on without a connection.
export function begin(functions) {
  outbox = functions;
}
