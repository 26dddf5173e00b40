// The outbox keeps each entry on this phone until Referee's answer names its id. Until then it sends the
// entries again, in order; the id makes requests idempotent.
import { awaySince, awayText, isAway, partOf, sentenceOf } from "../connection.js";
import { entry, list, storage, text, timeOf } from "../page.js";

const BRIEF = 300; // milliseconds for which a card's way goes unnoticed
const box = document.getElementById("outbox");
const match = /\/m\/([^/]+)\//.exec(location.pathname)?.[1];
const keptSince = Number(document.documentElement.dataset.kept); // a page from the service worker's cache
const isOurs = (each) => each.match === match;
let first = null; // being sent by its form
let again = null; // being sent again
let arrived = []; // what was sent since the connection is back
let backAt = 0; // when it came back
let offline = null; // goes on recording while away, and keeps cards, once it is loaded
let loaded = null; // settled then

// Stored entries that wait (`outbox`) or were rejected (`refused`), each under a key of its own, so that
// two pages never overwrite each other's.
const keyOf = (state, { match: of, id }) => `${state} ${of} ${id}`;
const keep = (state, kept) => storage.set(keyOf(state, kept), kept);
const drop = (state, kept) => storage.remove(keyOf(state, kept));

// Those of this match first, and the oldest first.
function all(state) {
  const found = storage.keys(`${state} `).map(storage.get).filter(Boolean);
  // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no other
  return found.sort((one, other) => isOurs(other) - isOurs(one) || one.at - other.at);
}

const waiting = () => all("outbox").filter(({ id }) => id !== first?.id);
const isForEntry = ({ path }) => path.endsWith("/entries");
const isCard = ({ path }) => /\/play\/(card|lift)$/.test(path);

// One behind another is sent once it knows the event of that one. It is held while that one is in conflict.
const canSend = ({ base, held }) => base !== "" && !held;
const isLocked = () => Boolean(keptSince) || waiting().some((each) => isOurs(each) && !each.held);
const isAhead = (form) => "ahead" in form.dataset; // behind entries that wait
const isUndo = (form) => form.querySelector("#undo") && offline?.hasCards(); // it takes back the last one that waits
const isBriefly = (each) => isCard(each) && Date.now() - each.at < BRIEF;

// Contents of a form -----------------------------------------------------------------------------------

const trimmed = (element) => element?.textContent.trim().replace(/\s+/g, " ");
const spoken = (element) => element?.getAttribute("aria-label");
const nameOf = (button) => spoken(button) || trimmed(button) || text("unnamed");

function labelOf(control) {
  const legend = control.closest("fieldset")?.querySelector("legend .who");
  return trimmed(legend) || spoken(control) || trimmed(control.labels?.[0]) || control.name;
}

function linesOf(form, fields) {
  return fields.flatMap(([name, value]) => {
    const found = form.elements[name];
    const control = found instanceof RadioNodeList ? found[0] : found;
    const isTyped = value && control && (control.type !== "hidden" || spoken(control));
    return isTyped ? [`${labelOf(control)}: ${value}`] : [];
  });
}

// Sending ------------------------------------------------------------------------------------------

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr, target, requestConfig } = event.detail;
  if (elt === box) follow(xhr, again, target);
  const kept = elt.matches("form") && requestConfig.verb === "post" && contentsOf(elt, requestConfig);
  if (!kept) return;
  if (isCard(kept)) {
    event.preventDefault();
    arrived = [];
    loaded.then(() => offline.play(kept));
    return;
  }
  if ((isLocked() && !isAhead(elt)) || offline?.take(elt, kept)) {
    event.preventDefault();
    return;
  }
  first = kept;
  keep("outbox", first);
  arrived = [];
  follow(xhr, first, target);
});

function contentsOf(form, { formData, path, triggeringEvent }) {
  const fields = [...formData];
  const { id, number: base } = Object.fromEntries(fields);
  const words = form.dataset.words || nameOf(triggeringEvent?.submitter);
  return id && base && { id, match, fields, path, base, at: Date.now(), title: document.title, words, lines: linesOf(form, fields) };
}

const hasWaited = (sent) => !isCard(sent) || sent.at < backAt; // cards that go as usual are no news

function noteArrival(sent) {
  if (again && hasWaited(sent)) arrived.push(sent);
}

// Removes an entry only when the answer names its id.
function follow(xhr, sent, target) {
  const names = (header) => xhr.readyState === 4 && xhr.getResponseHeader(header)?.split("/")[0] === sent.id;
  let isSettled = false;
  xhr.addEventListener("readystatechange", () => {
    const isRefused = names("Referee-Refused");
    if (!isRefused && !names("Referee-Event")) return;
    isSettled = true;
    const part = isRefused && isShown(xhr, sent, target) ? partOf(xhr) : null;
    if (isRefused && !part) keep("refused", { ...sent, why: sentenceOf(xhr) });
    if (!isRefused) noteArrival(sent);
    offline?.settle(sent, xhr, part);
    drop("outbox", sent);
    end();
  });
  xhr.addEventListener("loadend", () => {
    if (isSettled) return;
    isAway();
    end();
  });
}

function end() {
  first = again = null;
  show();
}

// Whether the page still shows what was typed after a refusal.
function isShown(xhr, sent, target) {
  if (sent === first) return target.isConnected;
  if (isCard(sent)) return target !== box && xhr.status === 422 && !hasWaited(sent); // else the page is fetched anew
  return target !== box && partOf(xhr).querySelector("#entry")?.getAttribute("action") === sent.path;
}

const formOf = ({ id, path }) => {
  const forms = [...document.querySelectorAll("form[hx-post]")];
  return forms.find(({ elements }) => elements.id?.value === id) ?? forms.find((form) => form.getAttribute("hx-post") === path);
};

// Whether the answer may replace the form. If something else was typed here since, perhaps while another
// page of this match sent the entry, the form stays and treats the entry like another phone's.
function isFree(next) {
  const form = formOf(next);
  return isOurs(next) && (!form || isAhead(form) || isIn(form, next));
}

// Whether nothing else is typed in the form.
function isIn(form, { fields }) {
  const isTyped = ([name, value]) => ["id", "number"].includes(name) || (form.elements[name]?.value ?? value) === value;
  return !form.dataset.dirty || fields.every(isTyped);
}

// Sends the next entry; the response replaces the form's target, if it is on this page.
function send() {
  const next = first || again ? null : waiting().find(canSend);
  if (!next) return;
  if (document.querySelector("#listener.htmx-request")) {
    setTimeout(send, 100); // the page is fetching that part
    return;
  }
  again = isCard(next) ? { ...next, isTried: true } : next;
  if (isCard(next)) keep("outbox", again);
  show();
  post(next)
    .catch(() => {}) // it keeps waiting
    .finally(() => { if (!awaySince()) send(); });
}

function post(next) {
  const asked = formOf(next)?.getAttribute("hx-target") || "#live";
  const target = isFree(next) && document.querySelector(asked);
  const values = new FormData();
  for (const [name, value] of next.fields) values.append(name, name === "number" ? next.base : value);
  const where = target ? { target, swap: "outerHTML" } : { target: box, swap: "none" };
  return htmx.ajax("POST", next.path, { ...where, source: box, values, headers: { "HX-Target": asked.slice(1) } });
}

// Shows only the last of several answers, but each card's.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig.elt === box && waiting().some((each) => isOurs(each) && canSend(each) && !isCard(each))) detail.shouldSwap = false;
});

// Messages on the page --------------------------------------------------------------------------------

const isPlayed = (each) => isOurs(each) && isForEntry(each);

function count(found) {
  if (found.every(isCard)) return text("cards", { n: found.length });
  return text(found.every(isPlayed) ? "played" : "entries", { n: found.length });
}

function sentence() {
  const found = waiting().filter((each) => awaySince() || !isCard(each));
  const away = awaySince() && awayText(Math.min(awaySince(), ...found.map(({ at }) => at)));
  if (found.length) return away ? `${away} ${count(found)} ${text("keepOpen")}` : count(found);
  if (keptSince) return text("asOf", { time: timeOf(keptSince) });
  if (away) return entry() ? `${away} ${text("goOn")}` : away;
  const every = arrived.map((each) => (isOurs(each) ? each.words : `${each.title}: ${each.words}`));
  const names = every.length > 3 ? [`${every[0]} – ${every.at(-1)}`] : every;
  return names.length ? text("sent", { entry: list(names) }) : "";
}

// What is in doubt while others wait can't be used. A card on its usual way disturbs nothing.
function lock() {
  const isStill = keptSince > 0 || waiting().some((each) => isOurs(each) && !each.held && !isBriefly(each));
  for (const form of document.querySelectorAll("form[hx-post]:not(.cards)")) {
    const outside = [...form.elements].filter((control) => !form.contains(control) && !control.matches("[formmethod=get]"));
    for (const each of [form, ...outside]) each.inert = isStill && !isAhead(form) && !isUndo(form);
  }
}

function show() {
  offline?.update(keptSince);
  lock();
  const said = sentence();
  if (box.textContent !== said) box.textContent = said;
  box.toggleAttribute("data-waiting", isLocked() && !offline?.isStuck());
}

document.addEventListener("htmx:afterSwap", show);
addEventListener("storage", show); // another page changed the outbox
document.addEventListener("referee:retry", (event) => {
  if (waiting().length) event.preventDefault();
  send();
});
document.addEventListener("referee:connection", () => {
  if (awaySince()) arrived = [];
  else backAt = Date.now();
  show();
  if (awaySince()) return;
  if (keptSince) location.reload();
  else send();
});
if (keptSince) isAway();
show();
const shared = { all, drop, isCard, isForEntry, isIn, keep, send, show, waiting };
loaded = import("./offline.js").then((script) => { offline = script.begin(shared); show(); });
loaded.catch(() => {}).finally(send);

// Useless over plain http, so not even loaded.
if (isSecureContext) import("./over_https.js").catch(() => {});
