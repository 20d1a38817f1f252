// Shows a hand trick by trick, with arrows and a slider. Without this script, all tricks are shown
// below each other.
(() => {
  const walk = document.querySelector("[data-walk]");
  const slider = walk.querySelector("[data-slider]");
  const show = (trick) => {
    slider.value = trick;
    const now = +slider.value;
    walk.querySelectorAll("[data-trick]").forEach((trick) => (trick.hidden = +trick.dataset.trick !== now));
    walk.querySelectorAll("[data-in]").forEach((card) => {
      card.classList.toggle("is-gone", +card.dataset.in < now);
      card.classList.toggle("is-now", +card.dataset.in === now);
    });
    walk.querySelectorAll("[data-step]").forEach((button) => {
      button.disabled = String(now) === (button.dataset.step < 0 ? slider.min : slider.max);
    });
  };
  const showLinked = () => {
    const [, number] = location.hash.match(/^#levee-(\d+)$/) || [];
    if (number) show(number);
    return number;
  };
  walk.querySelector("[data-bar]").hidden = false;
  slider.addEventListener("input", () => show(slider.value));
  walk.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) show(+slider.value + +button.dataset.step);
  });
  addEventListener("hashchange", showLinked);
  if (!showLinked()) show(1);
})();
