// An option with keys and a field for any other value: typing presses the field's key, any other key clears the field.
document.addEventListener("input", ({ target }) => {
  const [key, field] = target.closest("fieldset")?.querySelectorAll(".minutes.other input") ?? [];
  if (target === field) key.checked = true;
  else if (target === key) field.focus();
  else if (target.name === key?.name) field.value = "";
});
