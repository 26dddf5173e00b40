// Keeps the focus and open folds when htmx replaces a part of the page.
import { entry, isRecorded } from "./page.js";

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
  if (!fold || fold.open || (isNewForm && entry()?.contains(fold))) return;
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
