// The pad: asks for a preview only when the line is complete, and adds up the helper's counts.
(() => {
  document.addEventListener("htmx:configRequest", (event) => {
    const preview = event.target.closest("#preview");
    if (preview && !preview.closest("form").checkValidity()) event.preventDefault();
  });

  // What is wrong is said where the line would be shown: no key moves for it, and none is hidden.
  // As soon as anything is changed it is no longer shown.
  function gather() {
    const faults = document.querySelectorAll("#pad .errorlist");
    document.querySelector("#pad :not(.pad__drawer) > #preview")?.prepend(...faults);
  }
  document.addEventListener("htmx:afterSwap", gather);
  document.addEventListener("change", (event) => {
    if (event.target.closest("#match")) document.querySelectorAll("#pad .errorlist").forEach((list) => list.remove());
  });
  gather();

  // A switch that applies to some answers only: it stays in its place, but is disabled.
  document.addEventListener("change", (event) => {
    document.querySelectorAll(`[data-for="${event.target.name}"]`).forEach((label) => {
      const box = label.querySelector("input");
      box.disabled = !label.dataset.values.split(" ").includes(event.target.value);
      if (box.disabled) box.checked = false;
    });
  });

  // Each count times its weight, set on the strip that the helper belongs to.
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
