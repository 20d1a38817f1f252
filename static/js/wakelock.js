// Keeps the screen lit while a match is shown, if the phone allows it.
(() => {
  async function keepLit() {
    const running = document.querySelector("[data-wakelock]") && !document.querySelector(".match--ended");
    if (!running || document.hidden || !navigator.wakeLock) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch {
      // Low battery or not allowed: the screen turns off as usual.
    }
  }
  document.addEventListener("visibilitychange", keepLit);
  keepLit();
})();
