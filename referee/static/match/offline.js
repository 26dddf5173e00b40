// Goes on recording without a connection: each entry waits in the outbox, and the form of the next one takes
// its place. Loaded after the page, as are the forms, so that both are there when the connection is lost.
import { awaySince } from "../connection.js";
import { closeMore, entry, isShown, live, make, plainText, showReason, storage, text, timeOf } from "../page.js";
import { OF_THE_PAGE } from "./drafts.js";
import { isFilledIn } from "./keypad.js";
import * as said from "./said.js";

let outbox = null; // the functions of the script that loads this one
const [, match] = /\/m\/([^/]+)\//.exec(location.pathname);
const USED_UP = 30; // forms after which more are fetched

const ofMatch = (name) => outbox.waiting().filter((each) => each.match === name);
const ours = () => ofMatch(match);
const isAhead = (form) => "ahead" in form.dataset;
const placeOf = (form) => Number(/ new (\d+)$/.exec(form?.dataset.draft)?.[1]); // NaN for an old entry
const isNew = (form) => Boolean(live() && document.getElementById("record")) && placeOf(form) >= 0;
const keyOf = (place) => `${match} new ${place}`; // of a draft

// Cards ----------------------------------------------------------------------------------------------------

let cards = null; // their functions, once a deal is followed
let loading = null;

const loadCards = () => loading ??= import("./cards.js").then((script) => {
  cards = script.begin({ ...outbox, newId, ours });
  outbox.show();
});
const play = (kept) => loadCards().then(() => cards.play(kept), () => {
  loading = null;
  showReason(text("mustSend"));
});

// The forms ------------------------------------------------------------------------------------------------

let forms = null;
let isFetching = false;

// Loads a form's style sheet while that's possible. One in the form on the page goes with it.
function load(link) {
  link.remove();
  if (!document.head.querySelector(`link[href="${link.getAttribute("href")}"]`)) document.head.append(link);
}

function read(kept) {
  if (kept?.match !== match) return;
  forms = new DOMParser().parseFromString(kept.html, "text/html").getElementById("ahead");
  document.getElementById("forms")?.remove();
  document.body.append(make("template", "", [], { id: "forms", "data-texts": forms.dataset.texts }));
  for (const { content } of forms.querySelectorAll("template")) content.querySelectorAll("link").forEach(load);
}

function formAt(place) {
  const part = forms?.querySelectorAll("section")[place - forms.dataset.first];
  return part && { ...part.dataset, due: part.firstElementChild, fields: forms.querySelectorAll("template")[part.dataset.fields].content };
}

const cells = (part) => [...part.querySelectorAll("[data-player]")].map(({ dataset }) => dataset.player).join();
const line = (part) => plainText(part.querySelector("h2"));

// Whether there are enough forms, and the one for this entry is right: the same dealer, players and quotas.
function isEnough(form) {
  const known = formAt(placeOf(form));
  if (!known || placeOf(form) - forms.dataset.first >= USED_UP) return false;
  const isDue = known.name === form.dataset.words && (known.exact === undefined || line(known.due) === line(form));
  return isDue && cells(known.fields) === cells(form);
}

async function fetchForms() {
  const form = entry();
  if (isFetching || awaySince() || !isNew(form) || isAhead(form) || isEnough(form)) return;
  const table = form.elements.table ? `?table=${form.elements.table.value}` : "";
  isFetching = true;
  const answer = await fetch(`ahead${table}`).catch(() => null);
  isFetching = false;
  if (!answer?.ok || !answer.headers.has("Referee")) return;
  storage.set("ahead", { match, html: await answer.text() });
  read(storage.get("ahead"));
  outbox.show();
}

// Recording ------------------------------------------------------------------------------------------------

const BY_CARDS = "[name=by][value=cards], [name^=bid_][value=calls]";
const ENDS = "[name=clock]:not([value='']), [name^=bid_][value=passed]"; // what comes next depends on it

// Whether the entry can be recorded, as far as this page knows. Behind others, anyone may be out of the game.
function isWhole(form) {
  if (form.querySelector(`.waits, :is(${BY_CARDS}, ${ENDS}):checked`) || !isFilledIn(isAhead(form))) return false;
  const groups = [...form.querySelectorAll("[type=radio]")].filter((key) => isShown(key) && !key.closest("details:not([open])"));
  const hands = [...form.querySelectorAll(".hand-row")].filter(isShown).map((row) => [...row.querySelectorAll("input")].some(({ value }) => value));
  const needs = [...form.querySelectorAll("[data-needs]")].map(({ dataset }) => dataset.needs.split(" "));
  const filled = [...new FormData(form)].filter(([, value]) => value).map(([name]) => name);
  return groups.every(({ name }) => form.querySelector(`[name="${name}"]:checked`))
    && (isAhead(form) ? !hands.length || hands.filter(Boolean).length > 1 : hands.every(Boolean))
    && needs.every((names) => names.some((start) => filled.some((name) => name.startsWith(start))));
}

function figuresOf(form, lines) {
  const found = {};
  for (const { dataset: { player }, value, placeholder } of [...form.querySelectorAll("input[data-player]")].filter(isShown)) {
    const figure = value || /^\d+$/.exec(placeholder)?.[0];
    if (figure) (found[player] ??= [player]).push(figure);
  }
  return Object.values(found).map(([name, ...figures]) => `${name} ${figures.join("/")}`).join(", ") || lines.join(", ");
}

// Completes what is kept of an entry, and says whether it waits here instead of being sent at once.
function take(form, kept) {
  if (!isNew(form)) return false;
  const last = ours().at(-1);
  kept.fields.push(["recorded", String(kept.at)]); // an evening's times are those at the table
  Object.assign(kept, { place: placeOf(form), isWhole: isWhole(form), figures: figuresOf(form, kept.lines) });
  if (!isAhead(form) && !(awaySince() && kept.isWhole && forms)) return false;
  if (!kept.isWhole) {
    showReason(text("incomplete"));
    return true;
  }
  if (last) Object.assign(kept, { base: "", at: Math.max(kept.at, last.at + 1) });
  outbox.keep("outbox", kept);
  outbox.show();
  outbox.send();
  return true;
}

// Event ids as the server makes them. `randomUUID` needs https.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// An entry that waits: the key that takes it back, and what it says.
const button = (kept) => make("button", "quiet", text("back"), { type: "button" }, () => takeBack(kept));
const sentence = ({ words, figures }) => text("saved", { entry: words, figures }).replace(/./, (first) => first.toUpperCase());

// Shows an entry's form; for other scripts, as if Referee had answered with it.
function put(form, place, id = newId()) {
  const { kind, name, progress, record, due, fields } = formAt(place);
  const before = form.querySelectorAll(":scope > :is([name=number], [name=table], button.unseen)");
  const hidden = Object.entries({ id, due: kind }).map(([field, value]) => make("input", "", [], { type: "hidden", name: field, value }));
  for (const check of form.querySelectorAll("[hx-swap=none]")) htmx.trigger(check, "htmx:abort"); // its answer is about the old form
  const modes = [...form.querySelectorAll("[data-mode] :checked")]; // how figures are entered stays as it is
  form.replaceChildren(...before, ...hidden, due.cloneNode(true), fields.cloneNode(true));
  if (form.elements.note) form.elements.note.value = "";
  for (const { name: mode, value } of modes) if (form.elements[mode]) form.elements[mode].value = value;
  Object.assign(form.dataset, { draft: keyOf(place), words: name, ahead: "" });
  for (const mark of ["dirty", "typed", "typing"]) delete form.dataset[mark];
  live().dataset.progress = progress;
  document.getElementById("record-label").textContent = record;
  document.getElementById("ready").dataset.ready = ""; // nobody says what is missing
  for (const part of document.querySelectorAll("#why > :not(#reason, #news)")) part.remove();
  document.querySelector("#strip .deals")?.remove(); // who deals now
  showReason();
  const last = ours().at(-1); // in the place of the last change and its Undo
  document.getElementById("last").replaceChildren(...(last ? [make("p", "deed", sentence(last)), button(last)] : []));
  htmx.process(form);
  const xhr = { status: 200, getResponseHeader: () => null };
  const detail = { target: live(), elt: form, requestConfig: { verb: "post", path: form.action, elt: form }, xhr };
  live().dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail }));
}

const canGoOn = (form, last) => formAt(last.place + 1) && ours().every((each) => each.isWhole) && outbox.isIn(form, last);

// The form of what comes next, or why there is none. `isKept`: the page is an old one, whose form may have been sent.
function advance(form, isKept) {
  const last = ours().at(-1) ?? (isKept && { place: placeOf(form) - 1, isWhole: true, fields: [] });
  if (!last || last.held || (isAhead(form) && placeOf(form) === last.place + 1)) return;
  if (canGoOn(form, last)) {
    put(form, last.place + 1);
  } else {
    delete form.dataset.ahead;
    if (forms) showReason(text(last.isWhole === false ? "incompleteSaved" : "mustSend"));
  }
}

// What waits -----------------------------------------------------------------------------------------------

// Others can be dropped by hand once they have waited long.
const STUCK = 60_000; // milliseconds
const isListed = (kept) => kept.match === match && (cards?.isShown(kept) || (outbox.isForEntry(kept) && formAt(kept.place)));
const stuck = () => outbox.waiting().filter((kept) => Date.now() - kept.at > STUCK && !isListed(kept));
const isStuck = () => stuck().some((kept) => kept.match === match);

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
    make("a", "", [], { href, download: `${kept.words}.txt` }).click();
  });
  item.querySelector("[name=drop]").addEventListener("click", () => {
    outbox.drop(state, kept);
    outbox.show();
  });
  return item;
}

function showOthers() {
  const list = document.getElementById("waiting");
  const items = [...stuck().map((kept) => ["outbox", kept]), ...outbox.all("refused").map((kept) => ["refused", kept])];
  const ids = items.map(([state, { id }]) => `${state} ${id}`).join();
  if (list.dataset.ids === ids) return; // keep open folds
  list.dataset.ids = ids;
  list.replaceChildren(...items.map(([state, kept]) => itemOf(state, kept)));
}

function showList() {
  const mine = ours().filter((kept) => isListed(kept) && outbox.isForEntry(kept));
  const part = document.querySelector("#notices .saved") ?? forms?.querySelector(".saved").cloneNode(true);
  const ids = mine.map(({ id }) => id).join();
  if (!part || part.dataset.ids === ids) return;
  part.dataset.ids = ids;
  if (mine.length) document.getElementById("outbox").after(part);
  else part.remove();
  document.getElementById("notices").classList.toggle("lists", mine.length > 0);
  part.querySelector("summary span").textContent = text("notSent", { n: mine.length });
  const items = mine.map((kept) => make("li", "", [make("span", "", sentence(kept)), " ", button(kept)]));
  part.querySelector("ul").replaceChildren(...items);
}

// The totals say what they leave out.
function showWithout() {
  const n = ours().filter(outbox.isForEntry).length;
  document.getElementById("without")?.remove();
  document.body.classList.toggle("behind", n > 0);
  if (n) document.getElementById("strip")?.after(make("p", "", text("without", { n }), { id: "without" }));
}

// Puts an entry back into its form. Those behind it become drafts, which come back as the forms do.
function takeBack(kept) {
  const form = entry();
  const mine = ours();
  const at = mine.findIndex(({ id }) => id === kept.id);
  if (at < 0) return;
  for (const each of mine.slice(at)) {
    storage.set(`draft ${keyOf(each.place)}`, each.fields.filter(([name]) => !OF_THE_PAGE.has(name)));
    outbox.drop("outbox", each);
  }
  if (!kept.held && isNew(form)) {
    put(form, kept.place, kept.id); // the same id: it may have arrived
    if (!at) form.elements.number.value = kept.base;
    if (!at) delete form.dataset.ahead;
  }
  outbox.show();
}

const BRIEF = 300; // milliseconds for which a card's way goes unnoticed
const isBriefly = (each) => outbox.isCard(each) && Date.now() - each.at < BRIEF;
const isUndo = (form) => form.querySelector("#undo") && cards?.isAny(); // it takes back the last one that waits

// What is in doubt while others wait can't be used. A card on its usual way disturbs nothing.
function lock(keptSince) {
  const isStill = keptSince > 0 || ours().some((each) => !each.held && !isBriefly(each));
  for (const form of document.querySelectorAll("form[hx-post]:not(.cards)")) {
    const outside = [...form.elements].filter((control) => !form.contains(control) && !control.matches("[formmethod=get]"));
    for (const each of [form, ...outside]) each.inert = isStill && !isAhead(form) && !isUndo(form);
  }
}

function update(isKept) {
  const form = entry();
  release(form);
  if (document.querySelector("#play form.cards")) loadCards();
  cards?.draw(isKept);
  lock(isKept);
  if (isNew(form)) advance(form, isKept);
  showList();
  showOthers();
  showWithout();
}

// What an answer means for those behind ---------------------------------------------------------------------

// Each knows the event of the one before it. `part` is an answer that shows a refused entry in its form.
function settle(sent, xhr, part) {
  const behind = ofMatch(sent.match).filter(({ id }) => id !== sent.id);
  const [, number] = xhr.getResponseHeader("Referee-Event")?.split("/") ?? [];
  if (number) said.note(sent);
  if (!behind.length) return;
  if (outbox.isCard(sent) && !number) { // behind a refused card nothing is played by itself
    const others = behind.filter((each) => outbox.isCard(each) && each.deal === sent.deal);
    others.forEach((each) => outbox.keep("outbox", { ...each, held: true }));
  } else if (outbox.isForEntry(sent)) settleEntry(sent, behind, part, number);
  else if (number && behind[0].base === sent.base) outbox.keep("outbox", { ...behind[0], base: number }); // another change here
}

// Those behind follow the sent entry or, if that is the same, another phone's. Else they wait until it is settled.
function settleEntry(sent, [next, ...others], part, number) {
  const held = Boolean(part);
  const conflict = part?.querySelector(".conflict");
  const base = number ?? conflict?.dataset.event ?? part?.querySelector("#entry [name=number]").value ?? sent.base;
  for (const each of [{ ...next, base }, ...others]) outbox.keep("outbox", { ...each, held });
  if (!held) setTimeout(outbox.send);
}

// A conflict is settled once its form is clean, or gone.
function release(form) {
  const held = ours().filter((each) => each.held && outbox.isForEntry(each));
  const isOpen = form?.matches("[data-dirty], [data-ahead]") || document.querySelector(".conflict");
  if (!live() || isOpen || !held.length || document.readyState !== "complete") return;
  for (const each of held) outbox.keep("outbox", { ...each, held: false });
  setTimeout(outbox.send);
}

// Ways to other pages ---------------------------------------------------------------------------------------

const WAYS = "a[href]:not([href^='data:']), button[formaction]:not([name=slip]), form:not([hx-post]) button:not([type=button])";
const isHere = (way) => Boolean(way.hash) && way.href.split("#")[0] === location.href.split("#")[0];

async function holdBack(event) {
  const way = event.target.closest(WAYS);
  if (!way || !awaySince() || isHere(way)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  closeMore();
  dispatchEvent(new Event("online")); // tries again
  if (await globalThis.caches?.match(way.href ?? "", { ignoreVary: true })) location.assign(way.href);
  else showReason(text(entry()?.inert === false ? "stay" : "wait"));
}
addEventListener("click", holdBack, true);

// Called once, by the outbox.
export function begin(functions) {
  outbox = functions;
  said.begin(outbox);
  read(storage.get("ahead"));
  addEventListener("load", outbox.show);
  document.addEventListener("htmx:afterSwap", () => {
    const form = entry();
    if (isNew(form) && !isAhead(form) && formAt(placeOf(form))?.name !== form.dataset.words) forms = null; // of another entry
    setTimeout(fetchForms, 500);
  });
  addEventListener("storage", () => { // another page has sent what was before this form
    if (!awaySince() && entry() && isAhead(entry()) && !ours().length) location.reload();
  });
  fetchForms();
  return { ...said, isStuck, play, settle, take, update };
}
