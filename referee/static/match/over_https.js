// What browsers allow only over https: keeping the screen on, and opening a match while the server is away.
import { live, tried } from "../page.js";

// On a board, which nobody touches, the screen stays on; on other pages there is a button.
const button = document.querySelector("button#wake");
const isBoard = document.body.classList.contains("board");
let isOn = isBoard || Boolean(button && tried(() => sessionStorage.getItem("wake")));
let held = null;

async function stayOn() {
  button?.setAttribute("aria-pressed", String(isOn));
  if (!isOn || document.hidden || !navigator.wakeLock) return;
  held = await navigator.wakeLock.request("screen").catch(() => null);
  if (!isOn) held?.release();
  button?.setAttribute("aria-pressed", String(Boolean(isOn && held)));
}

button?.addEventListener("click", () => {
  isOn = !isOn;
  tried(() => sessionStorage.setItem("wake", isOn ? "on" : ""));
  if (!isOn) held?.release();
  stayOn();
});
if (button) button.hidden = !navigator.wakeLock;
document.addEventListener("visibilitychange", stayOn);
stayOn();

// The service worker caches this page with its assets. Not on localhost, where the server is never away.
const box = document.getElementById("outbox");
const canKeep = location.protocol === "https:" && navigator.serviceWorker && box && live() && !document.documentElement.dataset.kept;

async function keep() {
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const assets = loaded.filter((name) => name.includes("/static/"));
  active.postMessage({ page: location.href.split("#")[0], assets }, []);
}

if (canKeep) {
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 1000);
  };
  navigator.serviceWorker.register(box.dataset.worker).catch(() => {});
  document.addEventListener("htmx:afterSwap", soon);
  soon();
}
