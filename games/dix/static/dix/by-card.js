// After each tap the page stays where it is. The tapped key is gone, so the focus goes to the next
// question, and a screen reader reads it.
document.addEventListener("htmx:afterSettle", () => {
  const question = document.querySelector("#by-card [data-now]");
  if (!question) return;
  if (document.activeElement === document.body) question.focus({ preventScroll: true });
  const error = document.querySelector("#by-card .errorlist");
  if (error) say(error.textContent);
});
