// Counts down the timer of the rounds between two answers of the server. When the page is
// replaced, the countdown starts again from the timer in the new page.
(() => {
  let end = 0;

  function start() {
    const place = document.querySelector("[data-timer][data-running]");
    end = place ? Date.now() + Number(place.dataset.timer) * 1000 : 0;
  }

  document.addEventListener("followed", start);
  start();
  setInterval(() => {
    const clock = end && document.querySelector("[data-timer-shown]");
    if (!clock) return;
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }, 500);
})();
