// The page to be printed: a button for it, where there are scripts to press it.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
