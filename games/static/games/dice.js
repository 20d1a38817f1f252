// Clears a die, or another key marked `data-again`, when it is tapped although it is already
// chosen.
(() => {
  // The input that was already chosen when the finger touched it, so that this tap clears it.
  let again = null;
  document.addEventListener("pointerdown", (event) => {
    const input = event.target.closest("label")?.control;
    const taken = input?.checked && (input.closest("[data-dice]") || "again" in input.dataset);
    again = taken ? input : null;
  });
  document.addEventListener("click", (event) => {
    if (event.target !== again) return;
    again = null;
    event.target.checked = false;
    event.target.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
