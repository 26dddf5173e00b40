// Updates from other phones: a stream announces the match's new number, then the page fetches its part.
import { awaySince, isHere, knock, redirectOf } from "../connection.js";
import { entry, live } from "../page.js";

const page = document.getElementById("listener");
let source = null;
let polling = null;
let timer = 0; // until the stream is opened again
let pause = 500; // milliseconds before a refused stream is tried again
let announced = 0;
let requested = null; // the form's fields when its new part was requested
let isRedirected = false; // redirected, and the next page is loading

// How far the match is stands in the heading, which no answer replaces.
document.addEventListener("htmx:afterSwap", () => {
  const { progress } = live()?.dataset ?? {};
  if (progress) document.getElementById("progress").textContent = progress;
});

if (document.getElementById("aloud")) import("./aloud.js").catch(() => {});

// The match, or the correction of an old entry.
const part = () => live() ?? document.getElementById("correcting");
const fields = () => String(new URLSearchParams(entry() ? new FormData(entry()) : ""));

// A part may be newer than the page around it.
function knownNumber() {
  const parts = [...document.querySelectorAll("#live, #correcting, #ways")];
  return Math.max(...parts.map(({ dataset }) => Number(dataset.number)));
}

// The stream may announce our own entry: wait for its answer, or for the outbox. And never swap the form
// while cards are being picked.
const isWriting = () => document.querySelector("form.htmx-request, #outbox.htmx-request, #outbox[data-waiting]") !== null;
const isBusy = () => isRedirected || requested !== null || isWriting() || document.querySelector("#picker[open]") !== null;

function catchUp(number) {
  if (!part() || !(number > knownNumber())) return;
  if (isBusy()) {
    announced = Math.max(announced, number);
    return;
  }
  requested = fields();
  const address = new URL(page.dataset.page, location);
  if (entry()?.dataset.dirty || !live()) for (const field of new URLSearchParams(requested)) address.searchParams.append(...field);
  address.searchParams.set("known", knownNumber());
  const to = { source: page, target: part(), swap: "outerHTML" }; // its own source: receipts need not wait
  htmx.ajax("GET", address.pathname + address.search, to).catch(() => {}) // the page was left
    .finally(() => {
      requested = null;
      goOn();
    });
}

// After a redirect the form is recorded, so it is no longer a draft.
document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
  if (redirectOf(detail)) isRedirected = true;
  else if (detail.xhr.getResponseHeader("HX-Redirect")) announced = Infinity; // sent by a page that was left
});

// If something was typed while the part was fetched, fetch it again with that.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isRedirected) detail.shouldSwap = false;
  if (requested === null || detail.target !== part() || detail.requestConfig.verb !== "get" || fields() === requested) return;
  detail.shouldSwap = false;
  announced = Infinity;
});

// Catches up with what was announced meanwhile.
function goOn() {
  const number = announced;
  announced = 0;
  if (number) setTimeout(() => catchUp(number));
}

function look() {
  const isOld = Number(entry()?.elements.number?.value) < Number(part()?.dataset.number);
  if (isOld && !document.querySelector(".conflict")) announced = Infinity; // the page does not show the conflict yet
  goOn();
}

document.addEventListener("htmx:afterSettle", look);
document.addEventListener("close", goOn, true); // of the picker
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.elt.id === "outbox") goOn(); });
addEventListener("storage", goOn); // another page's outbox has sent its entry
document.addEventListener("referee:connection", () => { if (!awaySince() && !isWriting()) catchUp(Infinity); });

// Referee sends something every 20 s; after longer silence the stream is dead, though no error says so.
function hear() {
  isHere();
  listenLater(wake, 50_000);
}

function listenLater(how, wait) {
  clearTimeout(timer);
  timer = setTimeout(how, wait);
}

function listen() {
  if (document.hidden) return;
  source = new EventSource(`${page.dataset.stream}?after=${knownNumber()}`);
  listenLater(wake, 50_000);
  source.addEventListener("message", hear);
  source.addEventListener("open", () => {
    pause = 500;
    stopPolling();
    hear();
  });
  // If many phones watch, the id also has the milliseconds over which they spread their requests.
  source.addEventListener("number", ({ data, lastEventId }) => {
    hear();
    setTimeout(catchUp, Math.random() * (lastEventId.split("/")[1] ?? 0), Number(data));
  });
  source.addEventListener("error", () => {
    if (!awaySince()) knock(); // perhaps the server only has too many streams
    polling ??= setInterval(() => catchUp(Infinity), 20000);
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null; // browsers do not retry a refused stream
    listenLater(listen, pause);
    pause = Math.min(2 * pause, 64000);
  });
}

function stopPolling() {
  clearInterval(polling);
  polling = null;
}

function stopListening() {
  stopPolling();
  clearTimeout(timer);
  source?.close();
  source = null;
}

// The link of this page was replaced.
document.addEventListener("htmx:responseError", ({ detail: { xhr, elt } }) => {
  if (elt === page && xhr.status === 404) stopListening();
});

function wake() {
  stopListening();
  if (document.hidden) return;
  catchUp(Infinity);
  listen();
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => {
  isRedirected = false;
  if (event.persisted) wake();
});
addEventListener("pagehide", stopListening);
document.addEventListener("DOMContentLoaded", () => {
  listen();
  look();
});
