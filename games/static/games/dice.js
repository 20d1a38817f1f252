// Dice, and other keys marked `data-again`: a tap on a chosen one clears it.
(() => {
  // Already checked when the finger comes down: this tap clears it.
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
