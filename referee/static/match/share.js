// A link is copied, or handed to another app of the phone, where the browser can do that.
async function isCopied(field) {
  const isWritten = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  field.select();
  return isWritten || document.execCommand("copy"); // over plain http there is only this
}

for (const link of document.querySelectorAll(".link")) {
  const field = link.querySelector("input[readonly]");
  const [copy, send] = link.querySelectorAll("[data-does]");
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    const told = (await isCopied(field)) ? "The link is copied." : "Hold the link above to copy it.";
    link.querySelector(".acts + [role=status]").textContent = told;
  });
  send.hidden = !navigator.share;
  send.addEventListener("click", () => navigator.share({ title: document.title, url: field.value }).catch(() => {}));
}
