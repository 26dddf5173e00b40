// A part of the page that comes anew: what has the focus in it keeps it, and what is unfolded stays so.
import { entry, isRecorded } from "./page.js";

const MARKS = ["name", "value", "href", "formaction", "data-count", "data-digit", "aria-label"];
// Where something is gone: of the cards and calls the first that is left.
const INSTEAD = "#play [name=card], #play .go button, .auction button";
let before = null;

const hasValue = (element) => element.matches("button, [type=radio], [type=checkbox]");

// How the one is found that takes the place of this one; what is typed into it is no mark of it.
function selectorOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.matches("summary")) return `${selectorOf(element.parentElement)} > summary`;
  const marks = MARKS.filter((mark) => element.hasAttribute(mark) && (mark !== "value" || hasValue(element)));
  return element.localName + marks.map((mark) => `[${mark}="${CSS.escape(element.getAttribute(mark))}"]`).join("");
}

const isFocusable = (element) => element.matches("a, button, input, summary, [tabindex]");

// The focus may have moved while the part was fetched: it is looked for just before the swap.
document.addEventListener("htmx:beforeSwap", ({ detail: { target, shouldSwap } }) => {
  if (!shouldSwap) return;
  const focused = document.activeElement;
  before = {
    focused: target.contains(focused) && isFocusable(focused) ? focused : null,
    start: focused.selectionStart,
    end: focused.selectionEnd,
    open: [...target.querySelectorAll("details[id][open]")],
  };
});

// A form that is recorded begins anew; its rows are fetched again, until then they stand as they were.
function unfold(folded, isNewForm) {
  const fold = document.getElementById(folded.id);
  if (!fold || fold.open || (isNewForm && entry()?.contains(fold))) return;
  if (fold.hasAttribute("hx-get")) fold.querySelector(".rows").replaceChildren(...folded.querySelector(".rows").childNodes);
  fold.open = true;
}

function focusOn(next, start, end) {
  if (!next || next === document.activeElement) return;
  next.focus({ preventScroll: true });
  if (typeof start === "number") next.setSelectionRange?.(start, end); // a key has no caret
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (!before) return;
  const { focused, start, end, open } = before;
  before = null;
  for (const each of open) unfold(each, isRecorded(event));
  if (!focused) return;
  if (focused.isConnected) {
    if (document.activeElement === document.body) focusOn(focused, start, end); // it was only moved
    return;
  }
  const part = event.target.parentElement ?? document;
  const next = part.querySelector(selectorOf(focused)) ?? event.target.querySelector(INSTEAD);
  focusOn(next, start, end);
});
