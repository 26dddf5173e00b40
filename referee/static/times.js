// Shows times in the time zone and language of the device.
const FORMS = { day: { dateStyle: "medium" }, time: { timeStyle: "short" }, "": { dateStyle: "medium", timeStyle: "short" } };

const { lang, dataset: { formats } } = document.documentElement;

function inWords(time) {
  const at = new Date(time.dateTime);
  const shows = time.dataset.shows ?? "";
  if (shows !== "recent") return new Intl.DateTimeFormat(formats, FORMS[shows]).format(at);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days > 1) return new Intl.DateTimeFormat(formats, FORMS.day).format(at);
  const day = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day");
  return `${day} ${new Intl.DateTimeFormat(formats, FORMS.time).format(at)}`;
}

// As in `page.js`, which some pages with times don't load.
document.cookie = `zone=${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;

function show() {
  for (const time of document.querySelectorAll("time")) time.textContent = inWords(time);
}

show();
document.addEventListener("htmx:afterSwap", show);
