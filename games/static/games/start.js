// The table before the start. A tap on a name puts it on a seat, and adds a seat if needed. The
// page also shows the name of the chosen variant.
(() => {
  const form = document.querySelector("[data-start]");
  if (!form) return;
  const seats = () => [...form.querySelectorAll("[data-seat]")];
  const names = [...form.querySelectorAll("[data-name]")];

  // A name that is put on the next seat that is added.
  let waiting = "";

  // Hides the names of people who already have a seat.
  function refresh() {
    const seated = seats().map((seat) => seat.value.trim().toLocaleLowerCase());
    names.forEach((name) => { name.hidden = seated.includes(name.dataset.name.toLocaleLowerCase()); });
  }

  // Puts the name on the first free seat. Returns false if there is none.
  function sit(name) {
    const seat = seats().find((input) => !input.value.trim());
    if (!seat) return false;
    seat.value = name;
    say(`${seat.labels[0].textContent.trim()} : ${name}`);
    refresh();
    return true;
  }

  form.addEventListener("click", (event) => {
    const name = event.target.closest("[data-name]");
    if (!name) return;
    if (sit(name.dataset.name)) return;
    waiting = name.dataset.name;
    form.querySelector("[data-more]")?.click();
  });
  form.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "seats") return;
    const thrown = form.querySelector("[data-thrown]");
    if (thrown) say(thrown.textContent);
    else if (waiting) sit(waiting);
    else seats().find((input) => !input.value.trim())?.focus();
    waiting = "";
  });
  form.addEventListener("input", refresh);

  form.addEventListener("change", (event) => {
    const preset = event.target.closest("[data-preset]");
    if (!preset) return;
    const summary = form.querySelector("[data-preset-shown]");
    summary.replaceChildren(...preset.parentElement.querySelector("[data-preset-words]").cloneNode(true).childNodes);
  });
  refresh();
})();
