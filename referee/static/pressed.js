// A key that an answer replaces under the finger is pressed all the same: browsers then report no click.
let press = null;
const isTwin = (one, other) => ["id", "name", "value"].every((part) => one[part] === other[part])
  && (one.name || one.id || one.textContent === other.textContent) // digits have nothing else
  && one.form?.getAttribute("action") === other.form?.getAttribute("action");

// Waits for the browser's own click, but not until after the next touch.
function finish() {
  const { key, isUp, isClicked } = press ?? {};
  const twin = isUp && !isClicked && !key.isConnected && [...document.querySelectorAll("button")].find((each) => isTwin(each, key));
  if (!twin) return;
  press.isMadeUp = true; // a late click of the browser's is the same
  twin.click();
}
addEventListener("pointerdown", finish, true);
addEventListener("pointerdown", ({ target, clientX, clientY }) => { press = { key: target.closest?.("button"), clientX, clientY }; }, true);

addEventListener("click", (event) => {
  if (!press) return;
  press.isClicked = true;
  if (!press.isMadeUp || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

addEventListener("pointerup", ({ clientX, clientY }) => {
  if (!press?.key || Math.hypot(clientX - press.clientX, clientY - press.clientY) > 24) return; // taken away from it
  press.isUp = true;
  setTimeout(finish, 60);
}, true);
