// A server that is away, or refuses, loses nothing: the page stays, and says so in place.
import { entry } from "./page.js";

function showNews(text) {
  const news = document.getElementById("news");
  if (!news || !(text || news.dataset.away)) return;
  news.textContent = text;
  news.dataset.away = text ? "1" : "";
}

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail }) => {
    if (detail.requestConfig?.verb !== "post" || detail.elt.hidden) return;
    showNews("Referee cannot be reached just now. What you typed is still here: send it again in a moment.");
  });
}
document.addEventListener("htmx:sseOpen", () => showNews("")); // it is there again

document.addEventListener("htmx:responseError", ({ detail: { xhr, elt, requestConfig } }) => {
  if (elt.hidden) return;
  const told = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("[role=alert]");
  const text = told ? told.textContent : "Referee could not do that. What you typed is still here.";
  if (entry() && requestConfig.verb === "post") showNews(text);
  else showLost(text);
});

// What was asked for is not there, perhaps because the link was replaced.
function showLost(text) {
  const said = Object.assign(document.createElement("p"), { className: "reason bad", textContent: text });
  said.setAttribute("role", "alert");
  document.getElementById("last")?.replaceChildren(said);
}
