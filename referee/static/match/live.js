// Other phones: a stream says only that a number is there; the page then fetches its part.
import { awaySince, isHere, isSilent } from "../connection.js";
import { entry, live } from "../page.js";

const page = document.getElementById("listener");
let source = null;
let polling = null;
let pause = 500; // milliseconds before a stream that was refused is asked for again
let heard = 0;
let asked = null; // the fields of the form when the part was asked for that is to take its place
let isLeft = false; // an answer leads to another page, and that one is on its way

// What is fetched anew: the match, or the correction of an old entry.
const part = () => live() ?? document.getElementById("correcting");
const fields = () => String(new URLSearchParams(entry() ? new FormData(entry()) : ""));

// A part that was fetched alone may know more than the page around it.
function knownNumber() {
  const parts = [...document.querySelectorAll("#live, #correcting, #ways")];
  return Math.max(...parts.map(({ dataset }) => Number(dataset.number)));
}

// Our own entry, or undo, may be what is told: its answer comes first, also where it still waits for
// one. And no card is swapped away from the hand that is just being picked.
const isWriting = () => document.querySelector("form.htmx-request, #outbox.htmx-request, #outbox[data-waiting]") !== null;
const isBusy = () => isLeft || asked !== null || isWriting() || document.querySelector("#picker[open]") !== null;

function catchUp(number) {
  if (!part() || !(number > knownNumber())) return;
  if (isBusy()) {
    heard = Math.max(heard, number);
    return;
  }
  asked = fields();
  const address = new URL(page.dataset.page, location);
  if (entry()?.dataset.dirty || !live()) for (const field of new URLSearchParams(asked)) address.searchParams.append(...field);
  address.searchParams.set("known", knownNumber());
  const to = { source: page, target: part(), swap: "outerHTML" }; // a receipt that is asked for does not wait for it, nor it for the receipt
  htmx.ajax("GET", address.pathname + address.search, to).catch(() => {}) // the page was left
    .finally(() => {
      asked = null;
      goOn();
    });
}

// What is saved by now would be taken for something that is still typed.
document.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr } }) => { isLeft ||= Boolean(xhr.getResponseHeader("HX-Redirect")); });

// What was typed while the part was fetched is not in it: then it is asked for again.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (isLeft) detail.shouldSwap = false;
  if (asked === null || detail.target !== part() || detail.requestConfig.verb !== "get" || fields() === asked) return;
  detail.shouldSwap = false;
  heard = Infinity;
});

// A form with what was typed before others wrote, which is not said on the page yet.
const isOld = () => Number(entry()?.elements.number?.value) < Number(part()?.dataset.number) && !document.querySelector(".conflict");

// What was told meanwhile.
function goOn() {
  const number = heard;
  heard = 0;
  if (number) setTimeout(() => catchUp(number));
}

function look() {
  if (isOld()) heard = Infinity;
  goOn();
}

document.addEventListener("htmx:afterSettle", look);
document.addEventListener("close", goOn, true); // of the picker
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.elt.id === "outbox") goOn(); });
document.addEventListener("referee:connection", () => { if (!awaySince() && !isWriting()) catchUp(Infinity); });

function listen() {
  if (document.hidden || source) return;
  source = new EventSource(`${page.dataset.stream}?after=${knownNumber()}`);
  source.addEventListener("open", () => {
    pause = 500;
    stopPolling();
    isHere();
  });
  // Where a crowd watches, the id also says in how many milliseconds all of them are to fetch the page.
  source.addEventListener("number", ({ data, lastEventId }) => {
    isHere();
    setTimeout(catchUp, Math.random() * (lastEventId.split("/")[1] ?? 0), Number(data));
  });
  source.addEventListener("error", () => {
    isSilent();
    polling ??= setInterval(() => catchUp(Infinity), 20000);
    if (source?.readyState !== EventSource.CLOSED) return;
    source = null; // a browser does not ask again for a stream that was refused
    setTimeout(listen, pause);
    pause = Math.min(2 * pause, 64000);
  });
}

function stopPolling() {
  clearInterval(polling);
  polling = null;
}

function stopListening() {
  stopPolling();
  source?.close();
  source = null;
}

const bare = (address) => address.split("?")[0];

// The link of the page was replaced: there is nothing more to hear.
document.addEventListener("htmx:responseError", ({ detail: { xhr, elt, requestConfig } }) => {
  const isOfPage = bare(page.dataset.page) === bare(requestConfig.path);
  if (isOfPage && xhr.status === 404 && !elt.hidden) stopListening();
});

function wake() {
  if (document.hidden) return stopListening();
  catchUp(Infinity);
  return listen();
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => {
  isLeft = false;
  if (event.persisted) wake();
});
addEventListener("pagehide", stopListening);
document.addEventListener("DOMContentLoaded", () => {
  listen();
  look();
});
