// Other phones: a stream says only that a number is there; the page then fetches its part.
import { awaySince } from "./connection.js";
import { entry, live } from "./page.js";

const page = document.getElementById("listener");
let source = null;
let polling = null;
let heard = 0;
let isAsking = false; // one at a time: a part takes the place of the one that was there when it was asked for

// A part that was fetched alone may know more than the page around it.
function knownNumber() {
  const parts = [...document.querySelectorAll("#live, #pad[data-number], #ways")];
  return Math.max(...parts.map((part) => Number(part.dataset.number)));
}

// Our own entry may be what is told: its answer comes first, also where it still waits for one.
const isWriting = () => document.querySelector("form.htmx-request, #outbox.htmx-request, #outbox[data-waiting]") !== null;

function catchUp(number) {
  if (!live() || !(number > knownNumber())) return;
  if (isAsking || isWriting()) {
    heard = Math.max(heard, number);
    return;
  }
  isAsking = true;
  const isTyping = entry()?.dataset.dirty;
  const address = isTyping ? page.dataset.pad : page.dataset.page;
  const asked = `${address}${address.includes("?") ? "&" : "?"}known=${knownNumber()}`;
  htmx.ajax("GET", asked, { target: isTyping ? "#pad" : "#live", swap: "outerHTML" }).catch(() => {}) // the page was left
    .finally(() => {
      isAsking = false;
      goOn();
    });
}

// What was told meanwhile.
function goOn() {
  const number = heard;
  heard = 0;
  if (number) setTimeout(() => catchUp(number));
}

document.addEventListener("htmx:afterSettle", goOn);
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (detail.elt.id === "outbox") goOn(); });
document.addEventListener("referee:connection", () => { if (!awaySince() && !isWriting()) catchUp(Infinity); });

function listen() {
  if (document.hidden || page.firstElementChild) return;
  const line = document.createElement("span");
  line.setAttribute("hx-ext", "sse");
  line.setAttribute("sse-connect", `${page.dataset.stream}?after=${knownNumber()}`);
  line.setAttribute("sse-swap", "number");
  page.append(line);
  htmx.process(line);
}

function stopPolling() {
  clearInterval(polling);
  polling = null;
}

function stopListening() {
  stopPolling();
  source?.close();
  source = null;
  if (page.firstElementChild) htmx.swap(page.firstElementChild, "", { swapStyle: "delete" });
}

document.addEventListener("htmx:sseOpen", (event) => {
  source = event.detail.source;
  stopPolling();
});
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  event.preventDefault();
  catchUp(Number(event.detail.data));
});
document.addEventListener("htmx:sseError", () => {
  polling ??= setInterval(() => catchUp(Infinity), 20000);
});

const bare = (address) => address.split("?")[0];

// The link of the page was replaced: there is nothing more to hear.
document.addEventListener("htmx:responseError", ({ detail: { xhr, elt, requestConfig } }) => {
  const isOurs = [page.dataset.page, page.dataset.pad].map(bare).includes(bare(requestConfig.path));
  if (isOurs && xhr.status === 404 && !elt.hidden) stopListening();
});

function wake() {
  if (document.hidden) return stopListening();
  catchUp(Infinity);
  return listen();
}

document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("pagehide", stopListening);
document.addEventListener("DOMContentLoaded", listen);
