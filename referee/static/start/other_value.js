// An option with keys and a field for any other value: typing presses the field's key, and any other key clears the field.
document.addEventListener("input", ({ target }) => {
  const line = target.closest(".other") ?? target.closest("fieldset")?.querySelector(":scope > .other");
  if (!line) return;
  const [key, field] = line.querySelectorAll("input");
  if (target === field) key.checked = true;
  else if (target === key) field.focus();
  else if (target.name === key.name) field.value = "";
});
