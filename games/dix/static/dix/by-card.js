// After each tap the page stays where it is; the focus, which went with its key, goes to what is
// asked next, and a screen reader tells it.
document.addEventListener("htmx:afterSettle", () => {
  const asked = document.querySelector("#by-card [data-now]");
  if (!asked) return;
  if (document.activeElement === document.body) asked.focus({ preventScroll: true });
  const error = document.querySelector("#by-card .errorlist");
  if (error) say(error.textContent);
});
