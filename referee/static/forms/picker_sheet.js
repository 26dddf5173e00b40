// The sheet of the picker: whose cards, what they come to, their places, the pack, and the fields beside.
import { copiesOf, fieldsBeside, leftOf, read } from "./cards.js";
import { hintsOf, isFull, most, showPlaces } from "./card_slots.js";
import { button, keysOf, make, showKeys } from "./pack_keys.js";

export const sheet = make("dialog", "picker");
export const done = Object.assign(button("done second", ""), { textContent: "Done" });
const heading = make("h2", "");
const told = make("p", "reason");
const places = make("div", "slots");
const tabs = make("div", "tabs");
const go = make("div", "go");
let keys = make("div", "pack");

// What it looks like is fetched with it, behind all other style sheets: no key of it is shown before.
await Promise.all(["pack.css", "picker.css"].map((name) => new Promise((resolve) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(name, import.meta.url) });
  for (const end of ["load", "error"]) link.addEventListener(end, resolve);
  document.body.append(link);
})));

sheet.id = "picker";
sheet.setAttribute("aria-label", "Choose cards");
heading.setAttribute("aria-live", "polite");
told.setAttribute("role", "status");
tabs.setAttribute("role", "group");
tabs.setAttribute("aria-label", "Whose cards");
go.append(tabs, done);
sheet.append(heading, told, places, keys, go);

const kindOf = (field) => `${field.dataset.wild} ${field.closest("[data-pack]").dataset.pack}`;

// The sheet for a field; its keys stay where they are while the next field has the same ones.
export function showField(field, offered) {
  if (keys.dataset.of !== kindOf(field)) {
    const others = keysOf(field);
    others.dataset.of = kindOf(field);
    keys.replaceWith(others);
    keys = others;
  }
  heading.textContent = field.dataset.title;
  sheet.classList.toggle("deep", offered.some((each) => most(each) > 7));
  showTabs(field, offered);
}

function showTabs(field, offered) {
  tabs.replaceChildren(...offered.map((each, place) => {
    const tab = button("tab", each.dataset.title, { tab: place });
    tab.textContent = each.dataset.label;
    tab.setAttribute("aria-pressed", String(each === field));
    return tab;
  }));
  tabs.hidden = offered.length < 2;
  const here = tabs.children[offered.indexOf(field)];
  const right = here.offsetLeft + here.offsetWidth - tabs.offsetLeft;
  tabs.scrollLeft = Math.max(Math.min(tabs.scrollLeft, here.offsetLeft - tabs.offsetLeft), right - tabs.clientWidth);
}

// Those that the page shows, and the one after this, which it may show once this has a card.
export function fieldsToGoTo(field) {
  const fields = fieldsBeside(field);
  const isShown = (each) => each === field || each.previousElementSibling?.offsetParent;
  return fields.filter((each, place) => isShown(each) || fields[place - 1] === field);
}

export function showCards(field, state) {
  const { replacing, rank } = state;
  const place = isFull(field) ? replacing : -1;
  showPlaces(places, field, place);
  showKeys(keys, field, rank, (card) => look(card, field, place));
  tell(field, state);
}

function look(card, field, replacing) {
  const mine = copiesOf(card, read(field));
  const left = Math.max(leftOf(card, field), 0);
  if (mine) return { mine, left, state: "on" };
  const isTaken = isFull(field) && most(field) > 1 && replacing < 0;
  return { mine, left, state: left ? isTaken && "full" : "off" };
}

// Why a tap did nothing; otherwise what the cards come to. Until a field has a card, what those of
// the field before came to.
export function tell(field, { filled, reason }) {
  const about = !filled || read(field).length ? field : filled;
  const hints = reason ? [reason] : hintsOf(about);
  const isAnothers = about !== field && document.getElementById(`hint-${about.name}`);
  const whose = hints.length && isAnothers ? [`${about.dataset.label}: `] : [];
  const words = make("p", "");
  words.append(...whose, ...hints.flatMap((hint) => [hint, " "]));
  if (told.innerHTML !== words.innerHTML) told.replaceChildren(...words.childNodes); // it is spoken
}
