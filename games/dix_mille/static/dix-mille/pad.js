// The pad of 10 000. A throw is sent only once all its dice are tapped.
(() => {
  const groups = () => [...document.querySelectorAll("#turn [data-dice] [role=radiogroup]")];

  const tapped = () => groups().filter((group) => group.querySelector("input:checked")).length;
  let sent = 0;

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id !== "preview") return;
    if (tapped() && tapped() < groups().length) event.preventDefault();
    else sent = tapped();
  });

  // If dice were tapped while an answer was on its way, the answer does not replace them, unless
  // the next throw has another number of dice.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const coming = event.detail.fragment.querySelectorAll("[data-dice] [role=radiogroup]").length;
    if (tapped() !== sent && coming === groups().length) event.detail.shouldSwap = false;
  });

  // Throws already tapped are unsaved input, so live.js must not consider the pad untouched.
  document.addEventListener("htmx:oobAfterSwap", () => {
    const turn = document.querySelector("[data-turn]");
    if (!turn) return;
    const throws = turn.value;
    turn.defaultValue = "";
    turn.value = throws;
  });

  // A total tapped for a fresh turn is cleared when the turn takes over points, and the reverse. A
  // typed total clears the keys, and « coche » clears the additions.
  const settle = (event) => {
    const pad = document.querySelector("[data-mille]")?.closest("form");
    if (!pad?.contains(event.target)) return;
    const keys = [...pad.querySelectorAll("input[name=points]")];
    const pluses = [...pad.querySelectorAll("input[name=plus]")];
    const clear = (some) => some.forEach((key) => { key.checked = false; });
    const isTotal = (key) => Number(key.value) > 0;
    if (event.target.name === "carried" || event.target.name === "other") clear([...keys, ...pluses]);
    if (event.target.name === "points" && !isTotal(event.target)) clear(pluses);
    if (event.target.name === "plus") clear(keys.filter((key) => !isTotal(key)));
    if (event.target.name === "points" || event.target.name === "plus") pad.querySelector("input[name=other]").value = "";
  };
  document.addEventListener("change", settle, true);
  // A typed total clears the keys at each keystroke, not only when the field is left.
  document.addEventListener("input", (event) => { if (event.target.name === "other") settle(event); }, true);
})();
