// Reads the new score and what is due aloud after each change, with the device's voice.
import { live, plainText, storage } from "../page.js";

const button = document.getElementById("aloud");
let read = live()?.dataset.number;

function words() {
  const scores = [...document.querySelectorAll("#strip li, .figures li")].map((side) =>
    ["bdi", "b"].map((part) => plainText(side.querySelector(part))).join(" "));
  return [scores.join(", "), plainText(document.querySelector("#due h2, .due h2, .finished h2"))].join(". ");
}

function speak() {
  read = live()?.dataset.number;
  const said = new SpeechSynthesisUtterance(words());
  said.lang = document.documentElement.lang;
  speechSynthesis.cancel(); // only the latest score is of interest
  speechSynthesis.speak(said);
}

button.addEventListener("click", () => {
  const isOn = !storage.get("aloud");
  storage.set("aloud", isOn);
  button.setAttribute("aria-pressed", String(isOn));
  if (isOn) speak();
  else speechSynthesis.cancel();
});
document.addEventListener("htmx:afterSwap", () => {
  if (live()?.dataset.number !== read && storage.get("aloud")) speak();
});
if (storage.get("aloud")) button.setAttribute("aria-pressed", "true");
button.hidden = !("speechSynthesis" in window);
