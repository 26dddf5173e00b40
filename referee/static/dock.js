// What stays in view above the dock stands on it, whatever the dock has to say.
const height = new ResizeObserver(([{ target }]) => document.body.style.setProperty("--dock", `${target.offsetHeight}px`));

// The dock of the page as it is now.
export function standOnDock() {
  height.disconnect();
  for (const dock of document.querySelectorAll(".dock")) height.observe(dock);
}
