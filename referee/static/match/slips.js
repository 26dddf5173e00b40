// Likely slips: a key's value has the fields to fill in. The next check turns the key around.
import { announceChange } from "../page.js";

document.addEventListener("click", (event) => {
  const key = event.target.closest("[name=slip]");
  if (!key) return;
  event.preventDefault();
  for (const [name, value] of new URLSearchParams(key.value)) key.form.elements[name].value = value;
  announceChange(key.form.elements.tried);
});
