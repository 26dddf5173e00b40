// Opens receipts, and the sheets behind names, in a dialog over the pad, so that nothing moves.
import { make, text } from "../page.js";

const panel = document.getElementById("panel");

document.addEventListener("click", (event) => {
  const cell = event.target.closest(".pad tbody td");
  const link = cell ? linkOf(cell.parentElement) : event.target.closest(".pad tbody a[href^='e/'], .strip a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  panel.dataset.part = cell ? `c${columnOf(cell)}` : "";
  htmx.ajax("GET", link.getAttribute("href"), { source: panel, target: panel, swap: "innerHTML" }).catch(() => {}); // the page was left
});

// On a team pad, a row may have two lines: the link is in the first, and columns continue in the second.
function linkOf(line) {
  return line.querySelector("a[href^='e/']") || (line.previousElementSibling && linkOf(line.previousElementSibling));
}

function columnOf(cell) {
  const line = cell.parentElement;
  const place = [...line.querySelectorAll("td")].indexOf(cell);
  return line.querySelector("th") ? place : place + line.previousElementSibling.querySelectorAll("td").length;
}

function show() {
  if (!panel.querySelector(".acts")) panel.append(make("div", "acts"));
  panel.querySelector(".acts").append(make("button", "close second", text("close"), { type: "button" }));
  const correct = panel.querySelector(".acts > a");
  if (correct) correct.hash = panel.dataset.part; // the form starts at the figure that was tapped
  if (!panel.open) panel.showModal();
  const part = panel.dataset.part && panel.querySelector(`#${panel.dataset.part}`);
  if (!part) return;
  part.classList.add("on");
  part.scrollIntoView({ block: "center" });
}

panel.addEventListener("click", (event) => {
  if (event.target === panel || event.target.closest(".close")) panel.close();
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target === panel) show();
  else if (detail.target.id === "live" && detail.xhr?.getResponseHeader("HX-Reswap") !== "none") panel.close(); // it may be outdated
});
