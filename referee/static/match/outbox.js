// The outbox keeps each entry on this phone until Referee's answer names its id. Until then it sends the
// entries again, in order; the id makes requests idempotent.
import { awaySince, awayText, isAway, partOf, sentenceOf } from "../connection.js";
import { entry, make, storage, text, timeOf } from "../page.js";

const STUCK = 60_000; // milliseconds after which a waiting entry can be dropped by hand
const box = document.getElementById("outbox");
const match = /\/m\/([^/]+)\//.exec(location.pathname)?.[1];
const keptSince = Number(document.documentElement.dataset.kept); // a page from the service worker's cache
const isOurs = (each) => each.match === match;
let first = null; // being sent by its form
let again = null; // being sent again
let news = "";

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

const isStuck = ({ at }) => Date.now() - at > STUCK;
const isLocked = () => Boolean(keptSince) || waiting().some(isOurs);

// Contents of a form -----------------------------------------------------------------------------------

const trimmed = (element) => element?.textContent.trim().replace(/\s+/g, " ");
const nameOf = (button) => button?.ariaLabel || trimmed(button) || text("unnamed");

function labelOf(control) {
  const legend = control.closest("fieldset")?.querySelector("legend .who");
  return trimmed(legend) || control.ariaLabel || trimmed(control.labels?.[0]) || control.name;
}

function linesOf(form, fields) {
  return fields.flatMap(([name, value]) => {
    const found = form.elements[name];
    const control = found instanceof RadioNodeList ? found[0] : found;
    const isTyped = value && control && (control.type !== "hidden" || control.ariaLabel);
    return isTyped ? [`${labelOf(control)}: ${value}`] : [];
  });
}

// Sending ------------------------------------------------------------------------------------------

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr, target, requestConfig } = event.detail;
  if (elt === box) follow(xhr, again, target);
  const fields = [...requestConfig.formData];
  const { id, number } = Object.fromEntries(fields);
  if (!elt.matches("form") || requestConfig.verb !== "post" || !id || !number) return;
  if (isLocked()) {
    event.preventDefault();
    return;
  }
  first = {
    id, match, fields, path: requestConfig.path, base: number, at: Date.now(),
    title: document.title, words: elt.dataset.words || nameOf(requestConfig.triggeringEvent?.submitter), lines: linesOf(elt, fields),
  };
  keep("outbox", first);
  news = "";
  follow(xhr, first, target);
});

// Removes an entry only when the answer names its id.
function follow(xhr, sent, target) {
  const names = (header) => xhr.readyState === 4 && xhr.getResponseHeader(header)?.split("/")[0] === sent.id;
  let isSettled = false;
  xhr.addEventListener("readystatechange", () => {
    const isRefused = names("Referee-Refused");
    if (!isRefused && !names("Referee-Event")) return;
    isSettled = true;
    if (isRefused && !isShown(xhr, sent, target)) keep("refused", { ...sent, why: sentenceOf(xhr) });
    if (!isRefused && again) news = text("sent", { entry: sent.words });
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
  const isTyped = ([name, value]) => ["id", "number"].includes(name) || (form.elements[name]?.value ?? value) === value;
  return isOurs(next) && (!form?.dataset.dirty || next.fields.every(isTyped));
}

// Sends the next entry; the response replaces the form's target, if it is on this page.
function send() {
  const [next] = waiting();
  if (!next || first || again) return;
  if (document.querySelector("#listener.htmx-request")) {
    setTimeout(send, 100); // the page is fetching that part
    return;
  }
  again = next;
  show();
  const asked = formOf(next)?.getAttribute("hx-target") || "#live";
  const target = isFree(next) && document.querySelector(asked);
  const values = new FormData();
  for (const field of next.fields) values.append(...field);
  const where = target ? { target, swap: "outerHTML" } : { target: box, swap: "none" };
  htmx.ajax("POST", next.path, { ...where, source: box, values, headers: { "HX-Target": asked.slice(1) } })
    .catch(() => {}) // it keeps waiting
    .finally(() => { if (!awaySince()) send(); });
}

// Messages on the page --------------------------------------------------------------------------------

const isPlayed = (each) => isOurs(each) && each.path.endsWith("/entries");

function sentence() {
  const found = waiting();
  const waits = text(found.every(isPlayed) ? "played" : "entries", { n: found.length });
  const away = awaySince() && awayText(Math.min(awaySince(), ...found.map(({ at }) => at)));
  if (found.length) return away ? `${away} ${waits} ${text("keepOpen")}` : waits;
  if (keptSince) return text("asOf", { time: timeOf(keptSince) });
  if (away) return entry() ? `${away} ${text("goOn")}` : away;
  return news;
}

function show() {
  for (const form of document.querySelectorAll("form[hx-post]")) {
    const outside = [...form.elements].filter((control) => !form.contains(control) && !control.matches("[formmethod=get]"));
    for (const each of [form, ...outside]) each.inert = isLocked();
  }
  const said = sentence();
  if (box.textContent !== said) box.textContent = said;
  box.toggleAttribute("data-waiting", isLocked() && !waiting().some(isStuck));
  const list = document.getElementById("waiting");
  const items = [...waiting().filter(isStuck).map((kept) => ["outbox", kept]), ...all("refused").map((kept) => ["refused", kept])];
  const ids = items.map(([state, { id }]) => `${state} ${id}`).join();
  if (list.dataset.ids === ids) return; // keep open folds
  list.dataset.ids = ids;
  list.replaceChildren(...items.map(([state, kept]) => itemOf(state, kept)));
}

function textOf(kept) {
  const when = timeOf(kept.at, { dateStyle: "medium", timeStyle: "short" });
  return [kept.title, text("entryAt", { entry: kept.words, time: when }), ...kept.lines, kept.why].filter(Boolean).join("\n");
}

function itemOf(state, kept) {
  const item = document.getElementById("waits").content.querySelector("li").cloneNode(true);
  const name = kept.title === document.title ? "entryAt" : "entryOf"; // of another match
  const parts = {
    b: text(state === "refused" ? "refused" : "unsent"),
    span: text(name, { match: kept.title, entry: kept.words, time: timeOf(kept.at) }),
    small: kept.why || "",
    pre: textOf(kept),
  };
  for (const [tag, part] of Object.entries(parts)) item.querySelector(tag).textContent = part;
  item.querySelector("[name=save]").addEventListener("click", () => {
    const href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${textOf(kept)}\n`)}`;
    make("a", "", "", { href, download: `${kept.words}.txt` }).click();
  });
  item.querySelector("[name=drop]").addEventListener("click", () => {
    drop(state, kept);
    show();
  });
  return item;
}

document.addEventListener("htmx:afterSwap", show);
addEventListener("storage", show); // another page changed the outbox
document.addEventListener("referee:retry", (event) => {
  if (waiting().length) event.preventDefault();
  send();
});
document.addEventListener("referee:connection", () => {
  show();
  if (awaySince()) return;
  if (keptSince) location.reload();
  else send();
});
if (keptSince) isAway();
show();
send();

// Useless over plain http, so not even loaded.
if (isSecureContext) import("./over_https.js").catch(() => {});
