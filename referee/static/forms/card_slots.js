// The cards of a field as slots: on the page, where each opens the picker, and in the picker itself.
import { drawn, read, spoken, suitOf } from "./cards.js";
import { button, make } from "./pack_keys.js";

export const most = (field) => Number(field.dataset.picker);

// Where cards go on after some only (`data-goes-on`), any other card is the last one.
export function isFull(field) {
  const cards = read(field);
  const { goesOn } = field.dataset;
  return cards.length >= most(field) || Boolean(goesOn && cards.length && !goesOn.split(" ").includes(cards.at(-1)));
}

function slot(card, field, place) {
  const which = most(field) > 1 ? `, ${place + 1} of ${most(field)}` : "";
  const name = card ? spoken(card, field) : "choose a card";
  const made = button(card ? suitOf(card) : "empty", `${field.dataset.title}, ${name}${which}`);
  made.textContent = card ? drawn(card, field) : "+";
  return made;
}

// In the place of a field: its cards, and empty slots to tap.
export function showSlots(field, open) {
  let slots = field.previousElementSibling;
  if (!slots?.classList.contains("slots")) {
    slots = make("div", "slots");
    slots.addEventListener("click", (event) => {
      const tapped = event.target.closest("button");
      if (tapped) open(field, [...slots.children].indexOf(tapped));
    });
    field.before(slots);
    field.type = "hidden";
  }
  const cards = read(field);
  const at = [...slots.children].indexOf(document.activeElement);
  const shown = isFull(field) ? cards.length : Math.min(most(field), Math.max(cards.length + 1, Number(field.dataset.slots)));
  const state = `${shown}: ${cards.join(" ")}`;
  if (slots.dataset.state === state) return; // a slot that is just being tapped stays what it is
  slots.dataset.state = state;
  slots.replaceChildren(...Array.from({ length: shown }, (_, place) => slot(cards[place], field, place)));
  slots.children[at]?.focus({ preventScroll: true });
}

// What the page says that its cards come to.
export function hintsOf(field) {
  const own = document.getElementById(`hint-${field.name}`);
  const hints = own ? [own] : [...(field.closest("fieldset")?.querySelectorAll("output[id^=hint-]") || [])];
  return hints.filter((hint) => hint.textContent.trim()).map((hint) => {
    const copy = make("span", "");
    copy.append(...hint.cloneNode(true).childNodes);
    return copy;
  });
}

// In the picker: its cards, each to be taken back by a tap, and the places that are left.
export function showPlaces(box, field, replacing) {
  const cards = read(field);
  const at = [...box.children].indexOf(document.activeElement);
  const places = most(field) > 14 ? cards.length + 1 : most(field);
  box.replaceChildren(...Array.from({ length: places }, (_, place) => {
    const card = cards[place];
    const isNext = replacing < 0 ? place === cards.length : place === replacing;
    const made = card ? button(suitOf(card), `Take back ${spoken(card, field)}`, { place }) : make("span", "empty");
    if (card) made.textContent = drawn(card, field);
    made.classList.toggle("next", isNext);
    return made;
  }));
  box.scrollTop = box.scrollHeight;
  if (at >= 0) box.querySelectorAll("button")[Math.min(at, cards.length - 1)]?.focus({ preventScroll: true });
}
