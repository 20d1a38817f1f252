// The pad of 10 000: a throw is read once all its dice are tapped.
(() => {
  const groups = () => [...document.querySelectorAll("#turn [data-dice] [role=radiogroup]")];

  const tapped = () => groups().filter((group) => group.querySelector("input:checked")).length;
  let asked = 0;

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id !== "preview") return;
    if (tapped() && tapped() < groups().length) event.preventDefault();
    else asked = tapped();
  });

  // An answer does not clear dice tapped while it was on its way, unless other dice are thrown
  // next.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const coming = event.detail.fragment.querySelectorAll("[data-dice] [role=radiogroup]").length;
    if (tapped() !== asked && coming === groups().length) event.detail.shouldSwap = false;
  });

  // Throws already tapped are unsaved work: live.js must not find the pad untouched.
  document.addEventListener("htmx:oobAfterSwap", () => {
    const turn = document.querySelector("[data-turn]");
    if (!turn) return;
    const throws = turn.value;
    turn.defaultValue = "";
    turn.value = throws;
  });

  // A total tapped for one kind of turn is cleared in the other. A typed total replaces the keys,
  // and « coche » what is added to a total.
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
  // A typed total is judged at each key.
  document.addEventListener("input", (event) => { if (event.target.name === "other") settle(event); }, true);
})();
