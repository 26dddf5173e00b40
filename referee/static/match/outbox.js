// The outbox keeps each entry on this phone until Referee's answer names its id. Until then it sends the
// entries again, in order; the id makes requests idempotent.
import { awaySince, awayText, isAway, partOf, sentenceOf } from "../connection.js";
import { plainText, storage } from "../page.js";

const box = document.getElementById("outbox");
const match = /\/m\/([^/]+)\//.exec(location.pathname)?.[1];
const keptSince = Number(document.documentElement.dataset.kept); // a page from the service worker's cache
const isOurs = (each) => each.match === match;
let first = null; // being sent by its form
let again = null; // being sent again
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

const nameOf = (button) => button?.getAttribute("aria-label") || plainText(button) || document.title;

// Sending ------------------------------------------------------------------------------------------

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, xhr, target, requestConfig } = event.detail;
  if (elt === box) follow(xhr, again, target);
  const kept = elt.matches("form") && requestConfig.verb === "post" && contentsOf(elt, requestConfig);
  if (!kept) return;
  if (isCard(kept)) {
    event.preventDefault();
    loaded.then(() => offline.play(kept), () => keep("outbox", kept));
    return;
  }
  if ((isLocked() && !isAhead(elt)) || offline?.take(elt, kept)) {
    event.preventDefault();
    return;
  }
  first = kept;
  keep("outbox", first);
  follow(xhr, first, target);
});

function contentsOf(form, { formData, path, triggeringEvent }) {
  const fields = [...formData];
  const { id, number: base } = Object.fromEntries(fields);
  const words = form.dataset.words || nameOf(triggeringEvent?.submitter);
  return id && base && { id, match, fields, path, base, at: Date.now(), title: document.title, words, lines: offline?.linesOf(form, fields) ?? [] };
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
  if (isCard(sent)) return target !== box && xhr.status === 422 && !offline?.hasWaited(sent); // else the page is fetched anew
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
  again = { ...next, isTried: true };
  keep("outbox", again);
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

// On the page --------------------------------------------------------------------------------------------

function show() {
  offline?.update(keptSince);
  const said = offline?.sentence(keptSince) ?? (awaySince() ? awayText() : "");
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
  show();
  if (awaySince()) return;
  if (keptSince) location.reload();
  else send();
});
if (keptSince) isAway();
show();
const shared = { all, drop, isCard, isForEntry, isIn, isOurs, keep, send, show, waiting };
loaded = import("./offline.js").then((script) => { offline = script.begin(shared); show(); });
loaded.catch(() => {}).finally(send);

// Useless over plain http, so not even loaded.
if (isSecureContext) import("./over_https.js").catch(() => {});
