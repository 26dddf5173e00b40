// Sends a picture with the device's share sheet, which browsers have only over https. Without one, the
// link saves it or leads to its page.
const fileOf = (image) => new File([image], image.type.includes("svg") ? "picture.svg" : "picture.png", { type: image.type });

async function send(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new TypeError(answer.statusText);
  const image = await answer.blob();
  await navigator.share({ files: [fileOf(image)] });
}

for (const sender of document.querySelectorAll("[data-picture]")) {
  if (!navigator.canShare?.({ files: [fileOf(new Blob([], { type: "image/png" }))] })) continue;
  sender.addEventListener("click", (event) => {
    event.preventDefault();
    send(sender.dataset.picture).catch(({ name }) => { if (name !== "AbortError") location.assign(sender.href); });
  });
}
