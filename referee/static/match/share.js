// Copies a link or a text, or shares it where the browser can.
import { text } from "../page.js";

async function isCopied(field) {
  const isWritten = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  field.select();
  return isWritten || document.execCommand("copy"); // the only way over plain http
}

for (const link of document.querySelectorAll(".link")) {
  const field = link.querySelector("[readonly]");
  const [copy, send] = link.querySelectorAll("[data-does]");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    link.querySelector(".acts + [role=status]").textContent = text((await isCopied(field)) ? "copied" : "hold");
  });
  send.hidden = !navigator.share;
  send.addEventListener("click", () => navigator.share({ title: document.title, [field.rows ? "text" : "url"]: field.value }).catch(() => {}));
}
