// Timed matches: the time left by the server's clock, and the seconds for one decision.
import { live, text, tried } from "../page.js";

const box = document.getElementById("clock");
const find = (what) => box.querySelector(what);
const two = (number) => String(number).padStart(2, "0");
const inSeconds = (left) => Math.max(0, Math.ceil(left / 1000));

// Milliseconds by which the server's clock is ahead. A browser may restore an old page from its history,
// with an old time on it, so the first result is kept.
function lead() {
  const key = `clock ${box.dataset.now}`;
  const stored = tried(() => sessionStorage.getItem(key), null);
  const ahead = Number(stored ?? Number(box.dataset.now) - Date.now());
  tried(() => sessionStorage.setItem(key, ahead));
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

const MARKS = [[0, "timeIsUp"], [60, "oneMinute"], [600, "tenMinutes"]];
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
  if (mark && before > mark[0] && !box.hidden) find("#clock-news").textContent = text(mark[1]);
  before = seconds;
}

// Where the form says how the clock ended the leg.
const way = () => document.querySelector("#entry [name=clock], #leave");
const chosen = () => document.querySelector("#entry [name=clock]:checked")?.value;

// An entry, perhaps from another phone, may have ended the match or left no leg to record.
function goAlong() {
  if (live()) box.hidden = "over" in live().dataset;
  const ways = find(".over .acts");
  if (!ways || !document.getElementById("pad")) return;
  ways.hidden = !way();
  find(".over .reason").hidden ||= chosen() !== "partial";
}

box.addEventListener("click", (event) => {
  const link = event.target.closest("[data-clock]");
  if (!link || !way()) return; // follow the link to the form
  event.preventDefault();
  const key = document.querySelector(`#entry [name=clock][value=${link.dataset.clock}]`);
  key?.click();
  find(".over .reason").hidden = chosen() !== "partial";
  if (chosen() !== "partial") (key || way().querySelector("button")).focus();
});

// One decision ------------------------------------------------------------------------------------

const decision = find("#decision");
const [startLabel, stopLabel] = [...(decision?.querySelectorAll("button") ?? [])].map((button) => button.textContent);
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
  const [face, said, start, stop] = decision.children;
  const runs = left > 0;
  if (due && !runs && left > -5000) beep(); // not if the phone wakes up much later
  said.textContent = due && !runs ? text("decide") : "";
  face.textContent = inSeconds(left);
  const [words, sign] = runs ? [text("again"), "↻"] : [startLabel, text("seconds", { number: decision.dataset.seconds })];
  start.setAttribute("aria-label", words);
  start.textContent = box.closest("header") ? sign : words;
  face.hidden = !runs;
  stop.hidden = !due;
  stop.textContent = runs ? stopLabel : text("ok");
  if (!runs) due = 0;
});

if (decision) {
  decision.hidden = false;
  decide();
  const [, said, start, stop] = decision.children;
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
  for (const each of [stop, said]) each.addEventListener("click", end);
}

// Start -------------------------------------------------------------------------------

const ahead = lead();
const tick = countdown(() => Number(box.dataset.ends), () => Date.now() + ahead, showLeft);

function wake() {
  if (box.dataset.ends) tick();
  if (due) decide();
}

wake();
goAlong();
document.addEventListener("htmx:afterSwap", goAlong);
for (const name of ["visibilitychange", "pageshow"]) addEventListener(name, wake);
