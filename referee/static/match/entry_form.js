// The form of an entry while it is filled in.
import { partOf } from "../connection.js";
import { announceChange, atStartAndAfterSwaps, closeMore, entry, isChanged, isRecorded, isRefused, isShown } from "../page.js";

// Keeps the focus and open folds when htmx replaces a part of the page. It comes first: what follows may move the focus on.

const MARKS = ["name", "value", "href", "formaction", "data-count", "data-digit", "aria-label"];
// If the focused element is gone: the first card or call that is left.
const INSTEAD = "#play [name=card], #play .go button, .auction button";
let before = null;

// A selector for the element's counterpart after the swap; typed text is not part of it.
function selectorOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.matches("summary")) return `${selectorOf(element.parentElement)} > summary`;
  const hasValue = element.matches("button, [type=radio], [type=checkbox]");
  const marks = MARKS.filter((mark) => element.hasAttribute(mark) && (mark !== "value" || hasValue));
  return element.localName + marks.map((mark) => `[${mark}="${CSS.escape(element.getAttribute(mark))}"]`).join("");
}

const counterpartOf = (element, part) =>
  (part.parentElement ?? document).querySelector(selectorOf(element)) ?? part.querySelector(INSTEAD);

// Just before the swap, because the focus may have moved while the part was fetched.
document.addEventListener("htmx:beforeSwap", ({ detail: { target, shouldSwap } }) => {
  if (!shouldSwap) return;
  const focused = document.activeElement;
  before = {
    focused: target.contains(focused) && focused.matches("a, button, input, summary, [tabindex]") && focused,
    start: focused.selectionStart,
    end: focused.selectionEnd,
    open: [...target.querySelectorAll("details[id][open]")],
  };
});

// Reopens a fold, but not in the new form after recording. Old rows are shown until new ones arrive.
function unfold(folded, isNewForm) {
  const fold = document.getElementById(folded.id);
  if (!fold || fold.open || (isNewForm && (fold.id === "note" || entry()?.contains(fold)))) return;
  if (fold.hasAttribute("hx-get")) fold.querySelector(".rows").replaceChildren(...folded.querySelector(".rows").childNodes);
  fold.open = true;
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (!before) return;
  const { focused, start, end, open } = before;
  before = null;
  open.forEach((each) => unfold(each, isRecorded(event)));
  if (!focused || (focused.isConnected && document.activeElement !== document.body)) return;
  const next = focused.isConnected ? focused : counterpartOf(focused, event.target); // perhaps it was only moved
  next?.focus({ preventScroll: true });
  if (typeof start === "number") next?.setSelectionRange?.(start, end); // a button has no caret
});

// Fields ----------------------------------------------------------------------------------------------

// Adds the fields for which the page has only a template, such as further melds.
export function addFields() {
  for (const more of document.querySelectorAll("template[data-from]")) {
    for (let place = Number(more.dataset.from); place < Number(more.dataset.to); place += 1) {
      const html = more.innerHTML.replaceAll("__place__", place).replaceAll("__number__", place + 1);
      more.insertAdjacentHTML("beforebegin", html);
    }
    more.remove();
  }
}
atStartAndAfterSwaps(addFields);

// Checks figures while they are typed, not only when the field is left.
let pause = 0;
document.addEventListener("input", (event) => {
  const form = event.target.hasAttribute("inputmode") && event.target.closest("#entry");
  if (!form) return;
  clearTimeout(pause);
  pause = setTimeout(() => form.dispatchEvent(new Event("change")), 400);
});

// Each call in an auction fetches new keys, which changes a form field: announce that.
document.addEventListener("htmx:afterSettle", (event) => {
  if (entry() && event.detail.requestConfig?.elt?.matches(".auction, .auction button")) announceChange(entry());
});

// `tricks.2` is one seat's part of `tricks`.
const isPart = (name, whole) => `${name}.`.startsWith(`${whole}.`);
// htmx leaves empty classes behind.
const wordsOf = ({ innerHTML, dataset, attributes }) => `${dataset.blames} ${dataset.ready} ${attributes.formaction?.value} ${innerHTML.replaceAll(' class=""', "").trim()}`;

// Hints on a form that is being filled in. Drops unchanged ones, so that screen readers do not repeat them,
// and those without a place on this page. No problems are shown while a figure is being typed.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (!detail.elt.matches("[hx-swap=none]")) return;
  const told = partOf(detail.xhr);
  for (const each of told.querySelectorAll("[hx-swap-oob]")) {
    const here = document.getElementById(each.id);
    const isEarly = entry()?.hasAttribute("data-typing") && here?.matches(".doubts, #why, .judged");
    if (!here || isEarly || wordsOf(here) === wordsOf(each)) each.remove();
  }
  detail.serverResponse = told.body.innerHTML;
});

// A check that is on its way is about the form before this change: its answer would take back a slip just tapped.
document.addEventListener("change", () => { for (const check of entry()?.querySelectorAll("[hx-swap=none]") ?? []) htmx.trigger(check, "htmx:abort"); });

// Marks what is still wrong while a refused form is corrected.
document.addEventListener("htmx:oobAfterSwap", () => {
  const blamed = document.getElementById("why")?.dataset.blames?.split(" ") ?? [];
  for (const field of document.querySelectorAll("#entry [data-field]")) {
    field.classList.toggle("blamed", field.dataset.field.split(" ").some((name) => blamed.some((wrong) => isPart(name, wrong) || isPart(wrong, name))));
  }
});

// Aborts the check of a form that is replaced: its answer would show in the form of the next deal.
document.addEventListener("htmx:beforeCleanupElement", ({ target }) => {
  if (target.matches?.("[hx-swap=none]")) htmx.trigger(target, "htmx:abort");
});

// Opens another page with the form's fields; htmx would swap that page into this one.
document.addEventListener("click", (event) => {
  const way = event.target.closest("button[form=entry][formmethod=get], a[data-with-entry]");
  if (!way || !entry() || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const to = new URL(way.formAction ?? way.href);
  to.search = new URLSearchParams(new FormData(entry())); // includes the table
  location.assign(to);
});

// After recording: announce it and focus what comes next. Between two cards nothing moves, and the focus
// stays on Undo.
let recordedAt = -Infinity;
const whatIsNext = () => document.querySelector(document.querySelector(".upcards") ? "#entry .cell.on input" : "#entry .cells input") ?? document.querySelector(".due > summary");

document.addEventListener("htmx:afterSwap", (event) => {
  if (!isRecorded(event)) {
    tellNothing(event);
    return;
  }
  recordedAt = event.timeStamp;
  closeMore();
  document.getElementById("recorded").textContent = document.querySelector("#last .deed")?.textContent ?? "";
  if (document.getElementById("play")) return;
  scrollTo({ top: 0 });
  if (document.activeElement.closest("#last")) return;
  whatIsNext()?.focus({ preventScroll: true });
});

// Ignores a double tap, which would submit the next form while it is still empty.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form !== entry() || event.timeStamp - recordedAt > 1000) return;
  if ("dirty" in form.dataset || [...form.querySelectorAll("input, textarea")].some(isChanged)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// After a refusal or a change by another phone: keeps the focus in the form, on the first wrong field.
function tellNothing(event) {
  const { target, requestConfig } = event.detail;
  if (!target?.matches("#live, #correcting")) return;
  const recorded = document.getElementById("recorded");
  if (recorded) recorded.textContent = "";
  const blamed = [...document.querySelectorAll("#entry .blamed :is(input, button)")].find(isShown);
  if (isRefused(event) && blamed) {
    blamed.focus({ preventScroll: true });
  } else if (document.activeElement === document.body && requestConfig?.verb === "post") {
    whatIsNext()?.focus({ preventScroll: true });
  }
}
