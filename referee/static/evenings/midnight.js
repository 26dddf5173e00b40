// Sends the picture with the device's share sheet; without one, the link opens the page of the picture.
const link = document.getElementById("picture");

async function send() {
  const image = await (await fetch(link.dataset.picture)).blob();
  const files = [new File([image], "evening.png", { type: image.type })];
  if (!navigator.canShare({ files })) throw new TypeError(image.type);
  await navigator.share({ files });
}

if (navigator.canShare) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    send().catch((error) => { if (error.name !== "AbortError") location.assign(link.href); });
  });
}
