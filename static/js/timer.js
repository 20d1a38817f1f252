// The rounds' timer counts down between two visits of the server.
(() => {
  const place = document.querySelector("[data-timer][data-running]");
  if (!place) return;
  const shown = place.querySelector("[data-timer-shown]");
  const end = Date.now() + Number(place.dataset.timer) * 1000;
  setInterval(() => {
    const left = Math.max(0, Math.round((end - Date.now()) / 1000));
    shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }, 500);
})();
