// Enter moves to the next score, as Tab does. In the last score it saves.
(() => {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-desk] input[data-signed]")) return;
    const fields = [...event.target.form.querySelectorAll("input[data-signed]")];
    const next = fields[fields.indexOf(event.target) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  });
})();
