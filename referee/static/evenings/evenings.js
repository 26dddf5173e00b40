// Converts the times of an evening from UTC to the time zone of the device.
const offsetOf = (field) => field.parentElement.querySelector("input[type=hidden]");

function noteOffset(field) {
  const at = new Date(field.value);
  offsetOf(field).value = isNaN(at) ? "" : -at.getTimezoneOffset();
}

// Fields that come back with the user's input already have an offset.
function show() {
  for (const mark of document.querySelectorAll("[data-utc]")) mark.remove();
  for (const field of document.querySelectorAll("input[type=datetime-local]")) {
    if (!field.value || offsetOf(field).value) continue;
    field.valueAsNumber -= new Date(field.valueAsNumber).getTimezoneOffset() * 60_000; // valueAsNumber is in UTC
    noteOffset(field);
  }
}

document.addEventListener("input", ({ target }) => { if (target.matches("input[type=datetime-local]")) noteOffset(target); });
document.addEventListener("htmx:afterSwap", show);
show();
