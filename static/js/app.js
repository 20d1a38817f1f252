// On every page: says that scripts run, closes menus, copies and prints. Loaded before the page.
document.documentElement.classList.add("js");

document.addEventListener("click", (event) => {
  document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });

  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const field = document.getElementById(copy.dataset.copy);
    field.select();
    navigator.clipboard?.writeText(field.value);
    say(copy.dataset.copied);
  }
  if (event.target.closest("[data-print]")) window.print();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details[data-menu][open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// Tells a screen reader what has just happened.
function say(words) {
  const place = document.querySelector("[data-announce]");
  if (place && words) place.textContent = words;
}
