// Shows the print button, which works only with scripts.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
// On paper nothing can be unfolded.
addEventListener("beforeprint", () => document.querySelectorAll(".kept-ruling").forEach((each) => { each.open = true; }));
