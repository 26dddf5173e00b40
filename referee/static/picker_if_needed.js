// The picker of cards is fetched once a page has a field of cards; without it the field takes a text.
import { atStartAndAfterSwaps } from "./page.js";

atStartAndAfterSwaps(() => {
  if (document.querySelector("[data-picker]")) import("./card_picker.js").then(({ showAllSlots }) => showAllSlots(), () => {});
});
