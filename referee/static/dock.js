// What stays in view above the dock stands on it, whatever the dock has to say.
import { atStartAndAfterSwaps } from "./page.js";

const height = new ResizeObserver(([{ target }]) => document.body.style.setProperty("--dock", `${target.offsetHeight}px`));

atStartAndAfterSwaps(() => {
  height.disconnect();
  for (const dock of document.querySelectorAll(".dock")) height.observe(dock);
});
