// Tracks whether Referee answers. Answers from others, such as the login page of a guest network, which
// answers 200 to everything, don't count. When Referee refuses a request, the page stays and says so.
import { entry, make } from "./page.js";

const LATEST = 60_000;
const SOONEST = 2000;
let since = 0;
let how = "away"; // or "busy", when Referee only limits this phone
let pause = SOONEST;
let timer = 0;

// When the connection was lost, in milliseconds; 0 while connected.
export const awaySince = () => since;
export const howAway = () => how;
export const noAnswer = () => how === "busy" ? "Referee is busy" : "No connection";

const tell = () => document.dispatchEvent(new Event("referee:connection"));
const isReferee = (xhr) => xhr.getResponseHeader("Referee") !== null;
// An overloaded server counts as away: the request is sent again later.
const hasTime = ({ status }) => status < 500 && status !== 429;
const howIs = ({ status }, isOurs) => isOurs && status === 429 ? "busy" : "away";

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
  timer ||= setTimeout(later, pause);
  if (since && how === seen) return;
  since ||= Date.now();
  how = seen;
  tell();
}

function later() {
  timer = 0;
  pause = Math.min(pause * 2, LATEST);
  retry();
}

// An outbox sends its waiting entries, which shows whether Referee is back; without one a HEAD request does.
function retry() {
  const isSent = !document.dispatchEvent(new Event("referee:retry", { cancelable: true }));
  if (since && !isSent) knock();
}

async function knock() {
  const ask = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(10_000) };
  const answer = await fetch(document.querySelector("link[rel=icon]").href, ask).catch(() => null);
  const isOurs = answer?.headers.has("Referee");
  if (isOurs && hasTime(answer)) isHere();
  else isAway(howIs(answer ?? {}, isOurs));
}

// Listens to the request itself: its element, and so its events, may be gone before the answer comes.
document.addEventListener("htmx:beforeRequest", ({ detail: { xhr } }) => {
  xhr.addEventListener("readystatechange", () => {
    if (xhr.readyState !== 4 || !xhr.status) return;
    if (isReferee(xhr) && hasTime(xhr)) isHere();
    else isAway(howIs(xhr, isReferee(xhr)));
  });
  for (const name of ["error", "timeout"]) xhr.addEventListener(name, () => isAway("away"));
});

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const { xhr } = event.detail;
  const next = isReferee(xhr) && xhr.getResponseHeader("HX-Redirect");
  if (next) location.replace(next); // Back must not lead to a form that was submitted
  if (next || !isReferee(xhr)) event.preventDefault();
});

// A stream ended, perhaps only because the server has too many.
export function isSilent() {
  if (!since) knock();
}

for (const name of ["pageshow", "online"]) addEventListener(name, retry);
addEventListener("offline", knock);
document.addEventListener("visibilitychange", () => { if (!document.hidden) retry(); });

// Messages on the page --------------------------------------------------------------------------------

// Pages with an outbox use that; all others get this line.
const line = Object.assign(make("p", "reason"), { id: "away" });
line.setAttribute("role", "status");
if (!document.getElementById("outbox")) document.querySelector("main").prepend(line);

document.addEventListener("referee:connection", () => {
  const time = new Date(since).toLocaleTimeString([], { timeStyle: "short" });
  const what = document.getElementById("listener") ? "What stands here may be old." : "What you typed is still here.";
  line.textContent = since ? `${noAnswer()} since ${time}. ${what}` : "";
});

// Refused requests -----------------------------------------------------------------------------

export const partOf = (xhr) => new DOMParser().parseFromString(xhr.responseText, "text/html");
// The message of an error page.
export const sentenceOf = (xhr) => partOf(xhr).querySelector("[role=alert]")?.textContent.trim();

// Never swap in a whole error page where only a part was requested.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const isPart = !detail.target.id || detail.serverResponse.includes(`id="${detail.target.id}"`);
  if (detail.xhr.status >= 400 && !isPart) Object.assign(detail, { shouldSwap: false, isError: true });
});

document.addEventListener("htmx:responseError", ({ detail: { xhr, elt, requestConfig } }) => {
  if (elt.hidden) return;
  const text = sentenceOf(xhr) || "Referee could not do that. What you typed is still here.";
  const news = entry() && requestConfig.verb === "post" && document.getElementById("news");
  if (news) {
    news.textContent = text;
    return;
  }
  // The address no longer exists, perhaps because the link was replaced.
  const alert = make("p", "reason bad", text);
  alert.setAttribute("role", "alert");
  (document.getElementById("last") ?? document.getElementById("news") ?? line).replaceChildren(alert);
});
