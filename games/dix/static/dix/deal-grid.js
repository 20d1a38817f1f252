// One tap a card: it goes to the hand that is pressed, or comes back from it. With no hand pressed, and without this
// script, each card has a list of the hands.
(() => {
  const cards = (grid) => [...grid.querySelectorAll(".lab-deal select")];
  const pressed = (grid) => grid.querySelector("[data-hand][aria-pressed=true]");
  const show = (grid) => {
    grid.classList.toggle("is-tapped", Boolean(pressed(grid)));
    grid.querySelectorAll("[data-hand]").forEach((hand) => {
      const ends = `@${hand.dataset.hand}`;
      hand.querySelector("b").textContent = cards(grid).filter((card) => card.value.endsWith(ends)).length;
    });
  };
  const showAll = () =>
    document.querySelectorAll(".lab-hands[hidden]").forEach((hands) => {
      hands.hidden = false;
      show(hands.closest("fieldset"));
    });
  const press = (grid, hand) => {
    const now = pressed(grid);
    if (now) now.setAttribute("aria-pressed", "false");
    if (hand !== now) hand.setAttribute("aria-pressed", "true");
  };
  const give = (card, hand) => {
    const own = [...card.options].find((option) => option.value.endsWith(`@${hand.dataset.hand}`));
    card.value = own.selected ? "" : own.value;
  };
  document.addEventListener("click", (event) => {
    const hand = event.target.closest(".lab-hands [data-hand]");
    const label = event.target.closest(".is-tapped .lab-deal label");
    const grid = event.target.closest("fieldset");
    if (hand) press(grid, hand);
    else if (label) {
      event.preventDefault();
      give(label.querySelector("select"), pressed(grid));
    } else return;
    show(grid);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches(".lab-deal select")) show(event.target.closest("fieldset"));
  });
  document.addEventListener("htmx:afterSettle", showAll);
  showAll();
})();
