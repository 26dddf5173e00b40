// Sums: of counts with a fixed total the last one follows, and what cannot be says why.
import { atStartAndAfterSwaps, showReason } from "./page.js";

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
      showWhatIsLeft(set, leftFor(others, box), others.length === counts.length - 1);
    }
  }
}

function showWhatIsLeft(set, left, isLast) {
  for (const input of set.querySelectorAll("input")) {
    const value = Number(input.value);
    const isWrong = value > left || (isLast && value < left && set.querySelector("details") !== null);
    const isOff = isWrong && !input.checked;
    input.parentElement.classList.toggle("off", isOff);
    input.setAttribute("aria-disabled", String(isOff));
  }
  const follows = set.querySelector(".left");
  if (follows) follows.textContent = isLast && left >= 0 ? left : "";
}

function whyNot(input, box) {
  const counts = countsOf(box).filter((count) => count.value !== null && !count.set.contains(input));
  const taken = counts.map((count) => `${count.name} has ${count.value}`).join(" and ");
  const much = Number(input.value) > leftFor(counts, box) ? "too many" : "too few";
  return `${input.value} is ${much}: ${box.dataset.why}, and ${taken}. `;
}

// The way out for who means it: this number, and the others to be given anew.
function wayOut(input, box) {
  const name = input.closest("fieldset").querySelector(".who").textContent;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
  button.textContent = `${input.value} for ${name}, clear the others`;
  button.addEventListener("click", () => {
    for (const other of box.querySelectorAll("input")) other.checked = other === input;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return button;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-total] .key.off");
  if (!key) return;
  event.preventDefault();
  const box = key.closest("[data-total]");
  const input = key.querySelector("input");
  showReason(whyNot(input, box), box.querySelector("template").content.cloneNode(true), wayOut(input, box));
});

document.addEventListener("input", () => {
  showReason();
  showTotals();
});
document.addEventListener("change", showTotals); // a draft was put back
atStartAndAfterSwaps(showTotals);
