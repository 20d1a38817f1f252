// The pad: asks for a preview only of a whole line, and adds up what the helper counts.
(() => {
  document.addEventListener("htmx:configRequest", (event) => {
    const preview = event.target.closest("#preview");
    if (preview && !preview.closest("form").checkValidity()) event.preventDefault();
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
