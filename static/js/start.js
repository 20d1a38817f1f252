// The table before the start: a tap on a name seats it, and the chosen variant shows its name.
(() => {
  const form = document.querySelector("[data-start]");
  if (!form) return;
  const seats = [...form.querySelectorAll("[data-seat]")];
  const names = [...form.querySelectorAll("[data-name]")];

  // Somebody who sits is not offered again.
  function refresh() {
    const seated = seats.map((seat) => seat.value.trim().toLocaleLowerCase());
    names.forEach((name) => { name.hidden = seated.includes(name.dataset.name.toLocaleLowerCase()); });
  }

  form.addEventListener("click", (event) => {
    const name = event.target.closest("[data-name]");
    if (!name) return;
    const seat = seats.find((input) => !input.value.trim());
    if (!seat) return;
    seat.value = name.dataset.name;
    say(`${seat.labels[0].textContent.trim()} : ${seat.value}`);
    refresh();
  });
  form.addEventListener("input", refresh);

  form.addEventListener("change", (event) => {
    const preset = event.target.closest("[data-preset]");
    if (!preset) return;
    const shown = form.querySelector("[data-preset-shown]");
    shown.replaceChildren(...preset.parentElement.querySelector("[data-preset-words]").cloneNode(true).childNodes);
  });
  refresh();
})();
