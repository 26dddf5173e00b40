// What is not saved of a hand stays on this phone, wherever one goes from its page. It is done with
// once the hand is kept otherwise than when it was begun: it was saved, here or on another phone.
import { read } from "../forms/cards.js";
import { field, form } from "./hand_layout.js";

const { draft, kept } = form.dataset; // at the desk there is nothing to be saved
const key = `hand ${draft}`;
const stateOf = ({ cards, groups }) => `${cards} / ${groups}`;

const here = () => ({
  cards: read(field).join(" "),
  groups: new URLSearchParams(location.search).get("groups") ?? form.elements.groups?.value ?? "",
});

export function forgetDraft() {
  localStorage.removeItem(key);
}

export function keepDraft() {
  const state = here();
  if (!draft) return;
  if (stateOf(state) === kept) forgetDraft();
  else try { localStorage.setItem(key, JSON.stringify({ ...state, kept })); } catch { /* no room: then not */ }
}

// What this page does not show of it.
export function draftToPutBack() {
  const found = JSON.parse(draft ? localStorage.getItem(key) : null);
  if (found && found.kept !== kept) forgetDraft();
  return found && found.kept === kept && stateOf(found) !== stateOf(here()) ? found : null;
}
