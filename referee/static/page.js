// What several scripts look for on a page. Every form works without any of them.
export const entry = () => document.getElementById("entry");
export const live = () => document.getElementById("live");

// Calls `show` when the page is there, and again whenever htmx has put a part into it.
export function atStartAndAfterSwaps(show) {
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", show);
}

// Whether htmx has just swapped in an answer to something that we sent; and that it was written.
export const isAnswer = ({ detail }) => detail?.target?.id === "live" && detail.requestConfig?.verb === "post";
export const isRecorded = (event) => isAnswer(event) && event.detail.xhr?.status === 200;

// Why something cannot be, above the button that sends the form; nothing clears it.
export function showReason(...parts) {
  const reason = document.getElementById("reason");
  reason?.replaceChildren(...parts);
  reason?.toggleAttribute("hidden", !parts.length);
}
