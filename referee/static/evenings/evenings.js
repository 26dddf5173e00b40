// Converts the times of an evening from UTC to the time zone of the device.
const two = (number) => String(number).padStart(2, "0");
const local = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
const offsetOf = (field) => field.parentElement.querySelector("input[type=hidden]");

function noteOffset(field) {
  const at = new Date(field.value);
  offsetOf(field).value = isNaN(at) ? "" : -at.getTimezoneOffset();
}

// Fields that came back as typed have an offset already.
function show() {
  for (const mark of document.querySelectorAll("[data-utc]")) mark.remove();
  for (const field of document.querySelectorAll("input[type=datetime-local]")) {
    if (!field.value || offsetOf(field).value) continue;
    field.value = local(new Date(`${field.value}Z`));
    noteOffset(field);
  }
}

document.addEventListener("input", ({ target }) => { if (target.matches("input[type=datetime-local]")) noteOffset(target); });
document.addEventListener("htmx:afterSwap", show);
show();
