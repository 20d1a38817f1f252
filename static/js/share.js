// Opens the phone's share dialog, if it has one.
(() => {
  if (!navigator.share) return;
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
    });
  });
})();
