// The grid of a duplicate round is typed without a mouse. A letter moves on by itself; a letter typed
// after a number does so too, so that « n70p75 » fills a cell. Enter moves on, and in the last input
// it saves. The arrows up and down move within a column.
(() => {
  const grid = (input) => input.closest("[data-grid]");
  const inputs = (form) => [...form.querySelectorAll("input.g-input")];
  let movedTo = null; // the input to which a letter has just moved on

  function goTo(input) {
    if (!input) return false;
    input.focus();
    input.select();
    return true;
  }

  function neighbour(input, step) {
    const all = inputs(grid(input));
    return all[all.indexOf(input) + step];
  }

  function below(input, step) {
    const cell = input.closest("td");
    const row = cell.parentElement;
    const rows = [...row.parentElement.children];
    const other = rows[rows.indexOf(row) + step]?.children[cell.cellIndex];
    const at = [...cell.querySelectorAll("input.g-input")].indexOf(input);
    return other?.querySelectorAll("input.g-input")[at];
  }

  document.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!input.matches("[data-grid] input.g-input") || event.ctrlKey || event.metaKey || event.altKey) return;
    // Tab after a letter is the same step as the one already made.
    const again = event.key === "Tab" && !event.shiftKey && movedTo === input;
    movedTo = null;
    if (again) {
      event.preventDefault();
    } else if (event.key === "Enter") {
      if (goTo(neighbour(input, 1))) event.preventDefault();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (goTo(below(input, event.key === "ArrowDown" ? 1 : -1))) event.preventDefault();
    } else if (/^\p{L}$/u.test(event.key) && "digits" in input.dataset && /^-?\d+$/.test(input.value)) {
      const next = neighbour(input, 1);
      if (!goTo(next)) return;
      event.preventDefault();
      next.value = event.key;
      next.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });

  document.addEventListener("input", (event) => {
    const input = event.target;
    if (!input.matches("[data-grid] input.g-input[data-letter]")) return;
    input.value = input.value.toUpperCase();
    if (/^\p{L}$/u.test(input.value) && goTo(neighbour(input, 1))) movedTo = document.activeElement;
  });
})();
