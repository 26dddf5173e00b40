// A key that an answer replaces under the finger is pressed all the same: browsers then report no click.
let pressed = null;
let isClicked = false;
let isMadeUp = false; // the click was made here, so a late one of the browser's is the same
const isTwin = (one, other) => ["id", "name", "value"].every((part) => one[part] === other[part])
  && one.form?.getAttribute("action") === other.form?.getAttribute("action");

addEventListener("pointerdown", ({ target, clientX, clientY }) => {
  pressed = { key: target.closest?.("button"), clientX, clientY };
  isClicked = false;
  isMadeUp = false;
}, true);

addEventListener("click", (event) => {
  isClicked = true;
  if (!isMadeUp || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

addEventListener("pointerup", ({ clientX, clientY }) => {
  const { key } = pressed ?? {};
  if (!key || Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) > 24) return; // taken away from it
  setTimeout(() => {
    const twin = !key.isConnected && !isClicked && [...document.querySelectorAll("button")].find((each) => isTwin(each, key));
    if (!twin) return;
    isMadeUp = true;
    twin.click();
  }, 60);
}, true);
