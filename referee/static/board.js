// A board is looked at and not touched: its screen stays on, where the browser can do that (over https).
const stayOn = () => { if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };

document.addEventListener("visibilitychange", stayOn);
stayOn();
