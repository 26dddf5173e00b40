// What a page does by itself: sums while typing, what was typed kept over a reload, the receipt in
// a panel, and going along with other phones. Every form works without this file.
const live = () => document.getElementById("live");
const entry = () => document.getElementById("entry");
// A part that was fetched alone may know more than the page around it.
const knownNumber = () => Math.max(...[...document.querySelectorAll("#live, #pad[data-number], #ways")].map((part) => Number(part.dataset.number)));

// Sums: of counts with a fixed total the last one follows, and what cannot be says why. ----------

function countsOf(box) {
  return [...box.querySelectorAll("fieldset")].map((set) => {
    const chosen = set.querySelector("input:checked");
    return { set, name: set.querySelector(".who").textContent, value: chosen ? Number(chosen.value) : null };
  });
}

const leftFor = (others, box) => Number(box.dataset.total) - others.reduce((sum, count) => sum + count.value, 0);

function showTotals() {
  for (const box of document.querySelectorAll("[data-total]")) {
    const counts = countsOf(box);
    for (const { set } of counts) {
      const others = counts.filter((count) => count.set !== set && count.value !== null);
      const left = leftFor(others, box);
      const isLast = others.length === counts.length - 1;
      for (const input of set.querySelectorAll("input")) {
        const value = Number(input.value);
        const off = value > left || (isLast && value < left && Boolean(set.querySelector("details")));
        input.parentElement.classList.toggle("off", off && !input.checked);
        input.setAttribute("aria-disabled", String(off && !input.checked));
      }
      const follows = set.querySelector(".left");
      if (follows) follows.textContent = isLast && left >= 0 ? left : "";
    }
  }
}

function whyNot(input) {
  const box = input.closest("[data-total]");
  const counts = countsOf(box).filter((count) => count.value !== null && !count.set.contains(input));
  const taken = counts.map((count) => `${count.name} ${count.value}`).join(" and ");
  const much = Number(input.value) > leftFor(counts, box) ? "too many" : "too few";
  return `${input.value} is ${much}: ${box.dataset.why}, and you have ${taken}. `;
}

function say(text, citation) {
  const reason = document.getElementById("reason");
  if (!reason) return;
  reason.textContent = text;
  if (citation) reason.append(citation.content.cloneNode(true));
  reason.hidden = !text;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".key.off");
  if (!key || !key.closest("[data-total]")) return;
  event.preventDefault();
  const input = key.querySelector("input");
  say(whyNot(input), key.closest("[data-total]").querySelector("template"));
  offer(input);
});

// The way out for who means it: this number, and the others to be given anew.
function offer(input) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = `${input.value} for ${input.closest("fieldset").querySelector(".who").textContent}, clear the others`;
  button.addEventListener("click", () => {
    for (const other of input.closest("[data-total]").querySelectorAll("input")) other.checked = other === input;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  document.getElementById("reason").append(button);
}

// Fields for melds: the page brings a few of them, and there shall be one for each rank. -----------

function addMelds() {
  for (let box of document.querySelectorAll("[data-melds] .melded:not(:has(+ .melded))")) {
    const [start, last] = box.querySelector("input").name.split("_");
    for (let place = Number(last) + 1; place < Number(box.closest("[data-melds]").dataset.melds); place += 1) {
      const next = document.createElement("div");
      next.innerHTML = box.outerHTML.replaceAll(`${start}_${place - 1}"`, `${start}_${place}"`).replaceAll(`meld ${place}`, `meld ${place + 1}`);
      box.after(next.firstChild);
      box = box.nextElementSibling;
      box.querySelector("input").value = "";
    }
  }
}

// What was typed survives a reload. ---------------------------------------------------------------

const draftKey = (form) => `draft ${form.dataset.draft}`;

function keepDraft(form) {
  const fields = [...new FormData(form)].filter(([name]) => !["number", "id", "accepted", "anyway"].includes(name));
  try { localStorage.setItem(draftKey(form), JSON.stringify(fields)); } catch { /* no room: then not */ }
}

function forgetDrafts(exceptFor) {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("draft ") && key !== exceptFor && key.split(" ")[1] === (exceptFor || "").split(" ")[1]) localStorage.removeItem(key);
  }
}

function restoreDraft() {
  const form = entry();
  if (!form || !form.dataset.draft || form.querySelector("[role=alert]")) return;
  const kept = JSON.parse(localStorage.getItem(draftKey(form)) || "null");
  if (!kept) return;
  for (const [name, value] of kept) {
    for (const input of form.elements[name] instanceof RadioNodeList ? form.elements[name] : [form.elements[name]]) {
      if (!input) continue;
      if (input.type === "radio") input.checked = input.value === value;
      else input.value = value;
    }
  }
  for (const details of form.querySelectorAll("details:not([open])")) {
    const filled = [...details.querySelectorAll("input")].some((input) => (input.type === "radio" ? input.checked && input.value : input.value));
    if (filled) details.open = true;
  }
  form.dataset.dirty = "1";
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#entry");
  if (!form || event.target.closest("[data-mode]")) return; // which fields are shown is nothing typed
  form.dataset.dirty = "1";
  for (const answered of form.querySelectorAll("[role=alert], [name=accepted], [name=anyway]")) answered.remove();
  say("");
  showTotals();
  keepDraft(form);
});

// Sums are told while a figure is typed, not only when its field is left.
let pause = 0;
document.addEventListener("input", (event) => {
  const form = event.target.inputMode === "numeric" && event.target.closest("#entry");
  if (!form) return;
  clearTimeout(pause);
  pause = setTimeout(() => form.dispatchEvent(new Event("change")), 400);
});

// Keys that fetch the next keys, as those of an auction, have changed a field of the form.
document.addEventListener("htmx:afterSettle", (event) => {
  if (!entry() || !event.detail.requestConfig?.elt?.matches(".auction button")) return;
  for (const kind of ["input", "change"]) entry().dispatchEvent(new Event(kind, { bubbles: true }));
});

// A button that takes what is typed to another page: htmx would swap that page into this one. -------

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[form=entry][formmethod=get]");
  if (!button || !entry()) return;
  event.preventDefault();
  location.assign(`${button.formAction}?${new URLSearchParams(new FormData(entry()))}`);
});

// The receipt opens over the pad, so that nothing moves. ------------------------------------------

document.addEventListener("click", (event) => {
  const cell = event.target.closest(".pad.teams tbody td");
  const link = cell ? linkOf(cell.parentElement) : event.target.closest(".pad tbody a[href^='e/']");
  const panel = document.getElementById("panel");
  if (!link || !panel || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  panel.dataset.part = cell ? `c${columnOf(cell)}` : "";
  htmx.ajax("GET", link.getAttribute("href"), { target: "#panel", swap: "innerHTML" }).catch(() => {}); // the page was left
});

// On the pad of teams a row may have two lines: its link stands in the first, the columns go on.
const linkOf = (line) => line.querySelector("a[href^='e/']") || (line.previousElementSibling && linkOf(line.previousElementSibling));
const columnOf = (cell) => {
  const line = cell.parentElement;
  const place = [...line.querySelectorAll("td")].indexOf(cell);
  return line.querySelector("th") ? place : place + line.previousElementSibling.querySelectorAll("td").length;
};

function openPanel(panel) {
  if (!panel.querySelector(".acts")) panel.insertAdjacentHTML("beforeend", '<div class="acts"></div>');
  panel.querySelector(".acts").insertAdjacentHTML("beforeend", '<button type="button" class="close second">Close</button>');
  if (!panel.open) panel.showModal();
  const part = panel.dataset.part && panel.querySelector(`#${panel.dataset.part}`);
  if (part) part.classList.add("on");
  if (part) part.scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  const dialog = event.target.closest("dialog");
  if (dialog && (event.target === dialog || event.target.closest(".close"))) dialog.close();
});

// Other phones: a stream says only that a number is there; the page then fetches its part. ---------

let source = null;
let polling = null;
let heard = 0;

function catchUp(number) {
  const page = document.getElementById("listener");
  if (!page || !live() || !(number > knownNumber())) return;
  if (entry() && entry().classList.contains("htmx-request")) {
    heard = Math.max(heard, number); // our own entry may be what is told: its answer comes first
    return;
  }
  const typing = entry() && entry().dataset.dirty;
  const address = typing ? page.dataset.pad : page.dataset.page;
  const asked = `${address}${address.includes("?") ? "&" : "?"}known=${knownNumber()}`;
  htmx.ajax("GET", asked, { target: typing ? "#pad" : "#live", swap: "outerHTML" }).catch(() => {}); // the page was left
}

function listen() {
  const page = document.getElementById("listener");
  if (!page || document.hidden || page.firstElementChild) return;
  const line = document.createElement("span");
  line.setAttribute("hx-ext", "sse");
  line.setAttribute("sse-connect", `${page.dataset.stream}?after=${knownNumber()}`);
  line.setAttribute("sse-swap", "number");
  page.append(line);
  htmx.process(line);
}

function stopListening() {
  const page = document.getElementById("listener");
  clearInterval(polling);
  polling = null;
  if (source) source.close();
  source = null;
  if (page && page.firstElementChild) htmx.swap(page.firstElementChild, "", { swapStyle: "delete" });
}

document.addEventListener("htmx:sseOpen", (event) => {
  source = event.detail.source;
  clearInterval(polling);
  polling = null;
  away("");
});
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  event.preventDefault();
  catchUp(Number(event.detail.data));
});
document.addEventListener("htmx:sseError", () => {
  polling ??= setInterval(() => catchUp(Infinity), 20000);
});
function wake() {
  if (document.hidden) return stopListening();
  catchUp(Infinity);
  listen();
}
document.addEventListener("visibilitychange", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("pagehide", stopListening);

// A server that is away loses nothing: the form stays, and says so. --------------------------------

function away(text) {
  const news = document.getElementById("news");
  if (news && (text || news.dataset.away)) {
    news.textContent = text;
    news.dataset.away = text ? "1" : "";
  }
}
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    if (event.detail.requestConfig && event.detail.requestConfig.verb === "post" && !event.detail.elt.hidden) {
      away("Referee cannot be reached just now. What you typed is still here: send it again in a moment.");
    }
  });
}
document.addEventListener("htmx:responseError", (event) => {
  const { xhr, elt, requestConfig } = event.detail;
  if (elt.hidden) return;
  const told = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("[role=alert]");
  const text = told ? told.textContent : "Referee could not do that. What you typed is still here.";
  if (entry() && requestConfig.verb === "post") return away(text);
  const page = document.getElementById("listener");
  const bare = (address) => address.split("?")[0];
  const isOurs = page && [page.dataset.page, page.dataset.pad].map(bare).includes(bare(requestConfig.path));
  if (isOurs && xhr.status === 404) stopListening(); // the link was replaced
  showLost(text);
});

// What was asked for is not there, perhaps because the link was replaced: say so in place.
function showLost(text) {
  const last = document.getElementById("last");
  if (!last) return;
  const said = document.createElement("p");
  said.className = "reason bad";
  said.setAttribute("role", "alert");
  said.textContent = text;
  last.replaceChildren(said);
}

document.addEventListener("htmx:afterSettle", () => {
  const number = heard;
  heard = 0;
  if (number) setTimeout(() => catchUp(number));
});

// After every swap, and once at the start ----------------------------------------------------------

document.addEventListener("htmx:afterSwap", (event) => {
  const target = event.detail.target; // going back in history swaps without one
  if (target?.id === "panel") return openPanel(target);
  if (event.detail.xhr?.getResponseHeader("HX-Reswap") === "none") return; // only other tables went on
  const panel = document.getElementById("panel");
  if (panel && panel.open) panel.close();
  if (target?.id === "live" && event.detail.xhr?.status === 200 && event.detail.requestConfig?.verb === "post") {
    if (!document.getElementById("play")) scrollTo({ top: 0 }); // between two cards nothing moves
    if (entry()) forgetDrafts(draftKey(entry()));
  }
  if (entry() && entry().querySelector("[role=alert]")) {
    entry().dataset.dirty = "1"; // it came back with what was typed, and that must not be lost either
    keepDraft(entry());
  }
  const answer = document.getElementById("answer");
  if (answer && answer.hasAttribute("tabindex")) answer.scrollIntoView({ block: "nearest" });
  addMelds();
  showTotals();
  showTimes();
});

function showTimes() {
  for (const time of document.querySelectorAll("time:not([data-local])")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    time.dataset.local = "1";
  }
}

document.addEventListener("input", (event) => {
  const typed = event.target.closest(".names input");
  const shown = typed && document.querySelector(`[data-name-of="${typed.name.slice(6)}"]`);
  if (shown) shown.textContent = typed.value || `Player ${Number(typed.name.slice(6)) + 1}`;
});

// The key that some phones call "next" would otherwise send the form with the first name alone.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.closest(".names input")) return;
  const fields = [...document.querySelectorAll(".names input")];
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

document.addEventListener("DOMContentLoaded", () => {
  addMelds();
  restoreDraft();
  showTotals();
  showTimes();
  listen();
});
