// Timed matches: the time left by the server's clock, and the seconds for one decision.
const box = document.getElementById("clock");
const find = (what) => box.querySelector(what);
const two = (number) => String(number).padStart(2, "0");
const inSeconds = (left) => Math.max(0, Math.ceil(left / 1000));

// Milliseconds by which the server's clock is ahead. A browser may restore an old page from its history,
// with an old time on it, so the first result is kept.
function lead() {
  const key = `clock ${box.dataset.now}`;
  let ahead = Number(box.dataset.now) - Date.now();
  try {
    ahead = Number(sessionStorage.getItem(key) ?? ahead);
    sessionStorage.setItem(key, ahead);
  } catch { /* no room: use as it is */ }
  return ahead;
}

// Calls `show` every second with the milliseconds left.
function countdown(end, now, show) {
  let timer = 0;
  return function step() {
    const left = end() - now();
    show(left);
    clearTimeout(timer);
    if (left > 0) timer = setTimeout(step, left % 1000 || 1000);
  };
}

// The end of the match ----------------------------------------------------------------------------

const MARKS = [[0, "Time is up."], [60, "One minute left."], [600, "Ten minutes left."]];
let before = null;

function showLeft(left) {
  const seconds = inSeconds(left);
  const face = find("#time-left");
  face.hidden = false;
  face.textContent = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  box.classList.toggle("near", seconds <= 300);
  box.classList.toggle("up", !seconds);
  find(".until").hidden = !seconds;
  find(".over").hidden = Boolean(seconds);
  const mark = MARKS.find(([at]) => seconds <= at);
  if (mark && before > mark[0] && !box.hidden) find("#clock-news").textContent = mark[1];
  before = seconds;
}

// An entry, perhaps from another phone, may have ended the match or left no leg to record.
const pressed = () => document.querySelector("#entry [name=clock]") || document.getElementById("leave");

const chosen = () => document.querySelector("#entry [name=clock]:checked")?.value;

function goAlong() {
  const live = document.getElementById("live");
  if (live) box.hidden = "over" in live.dataset;
  const ways = find(".over .acts");
  if (!ways || !document.getElementById("pad")) return;
  ways.hidden = !pressed();
  find(".over .reason").hidden ||= chosen() !== "partial";
}

box.addEventListener("click", (event) => {
  const way = event.target.closest("[data-clock]");
  const target = way && pressed();
  if (!target) return; // follow the link to the form
  event.preventDefault();
  const key = document.querySelector(`#entry [name=clock][value=${way.dataset.clock}]`);
  key?.click();
  find(".over .reason").hidden = chosen() !== "partial";
  if (chosen() !== "partial") (key || target.querySelector("button")).focus();
});

// One decision ------------------------------------------------------------------------------------

const decision = find("#decision");
let due = 0;
let sound = null;

function beep() {
  for (const at of sound ? [0, 0.25, 0.5] : []) {
    const tone = sound.createOscillator();
    tone.frequency.value = 880;
    tone.connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.15);
  }
  navigator.vibrate?.([300, 150, 300]);
}

const decide = countdown(() => due, Date.now, (left) => {
  const [face, said] = decision.children;
  const [start, stop] = decision.querySelectorAll("button");
  const runs = left > 0;
  if (due && !runs && left > -5000) beep(); // not if the phone wakes up much later
  said.textContent = due && !runs ? "Time for this decision is over" : "";
  face.textContent = inSeconds(left);
  const { seconds } = decision.dataset;
  const [words, sign] = runs ? ["Again", "↻"] : [`${seconds} seconds: start`, `${seconds} s`];
  start.ariaLabel = words;
  start.textContent = box.closest("header") ? sign : words;
  face.hidden = !runs;
  stop.hidden = !due;
  stop.textContent = runs ? "Stop" : "OK";
  if (!runs) due = 0;
});

if (decision) {
  decision.hidden = false;
  decide();
  const [start, stop] = decision.querySelectorAll("button");
  const end = () => {
    due = 0;
    decide();
    start.focus();
  };
  start.addEventListener("click", () => {
    if (window.AudioContext) (sound ??= new AudioContext()).resume();
    due = Date.now() + decision.dataset.seconds * 1000;
    decide();
  });
  stop.addEventListener("click", end);
  find("#decision p").addEventListener("click", end);
}

// Start -------------------------------------------------------------------------------

let tick = () => {};
if (box.dataset.ends) {
  const ahead = lead();
  tick = countdown(() => Number(box.dataset.ends), () => Date.now() + ahead, showLeft);
  tick();
}
goAlong();
document.addEventListener("htmx:afterSwap", goAlong);
for (const name of ["visibilitychange", "pageshow"]) {
  addEventListener(name, () => {
    tick();
    if (due) decide();
  });
}
