// Shows times in the time zone and language of the device.
const FORMS = { day: { dateStyle: "medium" }, time: { timeStyle: "short" }, "": { dateStyle: "medium", timeStyle: "short" } };

function show() {
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Intl.DateTimeFormat(document.documentElement.dataset.formats, FORMS[time.dataset.shows ?? ""]).format(new Date(time.dateTime));
  }
}

show();
document.addEventListener("htmx:afterSwap", show);
