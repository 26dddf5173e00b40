// Shows the print button, which works only with scripts.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
