// The pad: asks for a preview only of a whole line, and adds up what the helper counts.
(() => {
  document.addEventListener("htmx:configRequest", (event) => {
    const preview = event.target.closest("#preview");
    if (preview && !preview.closest("form").checkValidity()) event.preventDefault();
  });

  // A fault that is being mended is no longer one.
  document.addEventListener("change", (event) => {
    event.target.closest("#pad .choice")?.querySelector(".errorlist")?.remove();
  });

  // A switch that holds for some answers only: it stays in its place, but cannot be set.
  document.addEventListener("change", (event) => {
    document.querySelectorAll(`[data-for="${event.target.name}"]`).forEach((label) => {
      const box = label.querySelector("input");
      box.disabled = !label.dataset.values.split(" ").includes(event.target.value);
      if (box.disabled) box.checked = false;
    });
  });

  // Each count times its weight, put on the strip that the helper serves.
  document.addEventListener("change", (event) => {
    const helper = event.target.closest("[data-sum]");
    if (!helper) return;
    const sum = [...helper.querySelectorAll("[data-weight]")].reduce((total, count) => {
      const chosen = count.querySelector("input:checked");
      return total + (chosen ? Number(chosen.value) * Number(count.dataset.weight) : 0);
    }, 0);
    const key = helper.closest("form").querySelector(`[name="${helper.dataset.sum}"][value="${sum}"]`);
    if (!key) return;
    key.checked = true;
    key.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
