// Likely slips: a key's value has the fields to fill in. The next check turns the key around.
import { announceChange, onTap } from "../page.js";

onTap("[name=slip]", (key) => {
  for (const [name, value] of new URLSearchParams(key.value)) key.form.elements[name].value = value;
  announceChange(key.form.elements.tried);
});
