// Shares a picture as a file, where the browser can: that needs https.
for (const figure of document.querySelectorAll(".picture")) {
  const image = figure.querySelector("img"), button = figure.querySelector("button");
  const name = button.dataset.type.endsWith("png") ? "picture.png" : "picture.svg";
  const asFile = (...parts) => ({ files: [new File(parts, name, { type: button.dataset.type })] });
  button.hidden = !navigator.canShare?.(asFile(""));
  button.addEventListener("click", async () => {
    const picture = await fetch(image.src).then((answer) => (answer.ok ? answer.blob() : null), () => null);
    if (picture) await navigator.share(asFile(picture)).catch(() => {});
  });
}
