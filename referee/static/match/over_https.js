// What browsers allow over https only: keeping the screen on, and opening a match without its server.
import { live } from "../page.js";

// On a board, which nobody touches, the screen stays on; on other pages there is a button.
const button = document.getElementById("wake");
const remembered = { get on() { try { return sessionStorage.getItem("wake"); } catch { return null; } } };
const isBoard = document.body.classList.contains("board");
let isOn = isBoard || (button && remembered.on === "on");
let held = null;

async function stayOn() {
  if (!isOn || document.hidden || !navigator.wakeLock) return;
  held = await navigator.wakeLock.request("screen").catch(() => null);
  if (!isOn) held?.release();
  button?.setAttribute("aria-pressed", String(Boolean(isOn && held)));
}

function showButton() {
  if (!button) return;
  button.hidden = !navigator.wakeLock;
  button.setAttribute("aria-pressed", String(isOn));
}

button?.addEventListener("click", () => {
  isOn = !isOn;
  try { sessionStorage.setItem("wake", isOn ? "on" : ""); } catch { /* then only until a reload */ }
  showButton();
  if (isOn) stayOn();
  else held?.release();
});
document.addEventListener("visibilitychange", stayOn);
showButton();
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
