// « Ma table »: the phone trembles once another table is published while the page is open.
(() => {
  const seat = () => document.querySelector("[data-mine]")?.dataset.mine || "";
  let last = seat();

  document.addEventListener("followed", () => {
    const now = seat();
    if (now && now !== last && navigator.vibrate) navigator.vibrate([200, 100, 200]);
    last = now;
  });
})();
