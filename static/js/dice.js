// Dice: a tap on a die that shows takes it back, and the keypad is its own again.
(() => {
  // Already checked when the finger comes down: this tap is no choice, it is the taking back.
  let again = null;
  document.addEventListener("pointerdown", (event) => {
    const input = event.target.closest("[data-dice] label")?.control;
    again = input?.checked ? input : null;
  });
  document.addEventListener("click", (event) => {
    if (event.target !== again) return;
    again = null;
    event.target.checked = false;
    event.target.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
