// The answer to a question is scrolled into sight.
document.addEventListener("htmx:afterSwap", () => {
  document.querySelector("#answer[tabindex]")?.scrollIntoView({ block: "nearest" });
});
