// The names of the players of a new match, while they are typed.
document.addEventListener("input", (event) => {
  const typed = event.target.closest(".names input");
  const shown = typed && document.querySelector(`[data-name-of="${typed.name}"]`);
  if (shown) shown.textContent = typed.value || typed.getAttribute("aria-label");
});

// The key that some phones call "next" would otherwise send the form with the first name alone.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.closest(".names input")) return;
  const fields = [...document.querySelectorAll(".names input")];
  const next = fields[fields.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
