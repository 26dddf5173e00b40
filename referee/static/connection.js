// For every page with htmx: configures it and tracks whether Referee answers. Responses from others don't count,
// such as a guest network's login page, which answers 200 to everything. When Referee refuses a request, the page
// stays and says so. Also loads the scripts that few pages need.
import { atStartAndAfterSwaps, entry, make, text, timeOf } from "./page.js";

Object.assign(htmx.config, {
  includeIndicatorStyles: false, allowEval: false, timeout: 10_000, historyCacheSize: 0, defaultSettleDelay: 0,
  responseHandling: [
    { code: "204", swap: false }, { code: "[23]..", swap: true }, { code: "409|422", swap: true, error: false },
    { code: "[45]..", swap: false, error: true },
  ],
});

const LATEST = 60_000;
const SOONEST = 2000;
let since = 0;
let how = "away"; // or "busy", when Referee only limits this phone
let pause = SOONEST;
let timer = 0;

// When the connection was lost, in milliseconds; 0 while connected.
export const awaySince = () => since;
export const awayText = (at = since) => text(how, { time: timeOf(at) });

const tell = () => document.dispatchEvent(new Event("referee:connection"));
const isReferee = (xhr) => xhr.getResponseHeader("Referee") !== null;

export function isHere() {
  clearTimeout(timer);
  timer = 0;
  pause = SOONEST;
  if (!since) return;
  since = 0;
  how = "away";
  tell();
}

export function isAway(seen = how) {
  timer ||= setTimeout(() => {
    timer = 0;
    pause = Math.min(pause * 2, LATEST);
    retry();
  }, pause);
  if (since && how === seen) return;
  since ||= Date.now();
  how = seen;
  tell();
}

// An overloaded server counts as away: the request is sent again later.
function noteAnswer(status, isOurs) {
  if (isOurs && status < 500 && status !== 429) isHere();
  else isAway(isOurs && status === 429 ? "busy" : "away");
}

// An outbox sends its waiting entries, which shows whether Referee is back; without one a HEAD request does.
function retry() {
  const isSent = !document.dispatchEvent(new Event("referee:retry", { cancelable: true }));
  if (since && !isSent) knock();
}

export async function knock() {
  const ask = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(10_000) };
  const answer = await fetch(document.querySelector("link[rel=icon]").href, ask).catch(() => null);
  noteAnswer(answer?.status, answer?.headers.has("Referee"));
}

// Listens to the request itself: its element, and so its events, may be gone before the answer comes.
document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
  xhr.addEventListener("readystatechange", () => {
    if (xhr.readyState === 4 && xhr.status) noteAnswer(xhr.status, isReferee(xhr));
  });
  for (const name of ["error", "timeout"]) xhr.addEventListener(name, () => isAway("away"));
});

// Whether a link was tapped since the last form was sent: the next page is on its way.
let isLeaving = false;
addEventListener("click", ({ target, defaultPrevented, ctrlKey, metaKey }) => {
  const link = target.closest?.("a[href]:not([target])");
  if (link) isLeaving = !defaultPrevented && !ctrlKey && !metaKey && !link.getAttribute("href").startsWith("#");
});
for (const name of ["submit", "pageshow"]) addEventListener(name, () => { isLeaving = false; }, true);

// Where an answer leads, unless somebody goes elsewhere. That to a form that was sent again belongs to the form's
// page, which may have been left.
export function redirectOf({ elt, xhr, requestConfig }) {
  if (isLeaving) return null;
  const isOurs = elt.id !== "outbox" || document.querySelector(`form[hx-post="${requestConfig.path}"]`);
  return isOurs && isReferee(xhr) && xhr.getResponseHeader("HX-Redirect");
}

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  const next = redirectOf(event.detail);
  if (next) location.replace(next); // Back must not lead to a form that was submitted
  if (xhr.getResponseHeader("HX-Redirect") || !isReferee(xhr)) event.preventDefault();
});

for (const name of ["pageshow", "online"]) addEventListener(name, retry);
addEventListener("offline", knock);
document.addEventListener("visibilitychange", () => { if (!document.hidden) retry(); });

// Messages on the page --------------------------------------------------------------------------------

// Pages with an outbox use that; all others get this line.
const line = make("p", "reason", [], { id: "away", role: "status" });
if (!document.getElementById("outbox")) document.querySelector("main").prepend(line);

document.addEventListener("referee:connection", () => {
  const what = document.getElementById("listener") ? "mayBeOld" : "stillHere";
  line.textContent = since ? `${awayText()} ${text(what)}` : "";
});

// Refused requests -----------------------------------------------------------------------------

export const partOf = (xhr) => new DOMParser().parseFromString(xhr.responseText, "text/html");
// The message of an error page.
export const sentenceOf = (xhr) => partOf(xhr).querySelector("[role=alert]")?.textContent.trim();

// Never swap in a whole error page where only a part was requested.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const id = detail.target.getAttribute("id"); // in a form, `.id` may be a field
  const isPart = !id || detail.serverResponse.includes(`id="${id}"`);
  if (detail.xhr.status >= 400 && !isPart) Object.assign(detail, { shouldSwap: false, isError: true });
});

document.addEventListener("htmx:responseError", ({ detail: { xhr, elt, requestConfig } }) => {
  if (elt.hidden) return;
  const why = sentenceOf(xhr) || text("failed");
  const news = entry() && requestConfig.verb === "post" && document.getElementById("news");
  if (news) {
    news.textContent = why;
    return;
  }
  // The address no longer exists, perhaps because the link was replaced.
  const alert = make("p", "reason bad", why, { role: "alert" });
  (document.getElementById("last") ?? document.getElementById("news") ?? line).replaceChildren(alert);
});

// Scripts that aren't needed at once, or on few pages -----------------------------------------------------------

atStartAndAfterSwaps(() => {
  import("./pressed.js").catch(() => {});
  if (document.querySelector("time")) import("./times.js").catch(() => {});
  if (document.querySelector(".minutes.other")) import("./minutes.js").catch(() => {});
  if (document.querySelector("[data-picker]")) import("./forms/card_picker.js").catch(() => {});
});
