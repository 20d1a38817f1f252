// The pad asks for a preview only when the line is complete, and adds up the counts of the helper.
(() => {
  document.addEventListener("htmx:configRequest", (event) => {
    const preview = event.target.closest("#preview");
    if (preview && !preview.closest("form").checkValidity()) event.preventDefault();
  });

  // Shows errors where the preview would be, so that no key moves or is covered. They are removed
  // as soon as anything is changed.
  function gather() {
    const faults = document.querySelectorAll("#pad .errorlist");
    document.querySelector("#pad :not(.pad__drawer) > #preview")?.prepend(...faults);
    markMissing(faults.length > 0);
  }

  // After a refusal, marks each part of the line that still has no answer.
  function markMissing(refused) {
    for (const group of document.querySelectorAll("#pad-form :is(fieldset.choice, .number)")) {
      const inputs = [...group.querySelectorAll("input[required]")];
      const answered = inputs.some((input) => (input.type === "radio" ? input.checked : input.value));
      group.toggleAttribute("data-missing", refused && inputs.length > 0 && !answered);
    }
  }
  document.addEventListener("htmx:afterSwap", gather);
  document.addEventListener("change", (event) => {
    if (event.target.closest("#match")) document.querySelectorAll("#pad .errorlist").forEach((list) => list.remove());
    if (event.target.closest("#match")) markMissing(document.querySelector("#pad [data-missing]") !== null);
  });
  gather();

  // Disables a switch that does not apply to the chosen answer. It stays in its place.
  document.addEventListener("change", (event) => {
    document.querySelectorAll(`[data-for="${event.target.name}"]`).forEach((label) => {
      const box = label.querySelector("input");
      box.disabled = !label.dataset.values.split(" ").includes(event.target.value);
      if (box.disabled) box.checked = false;
    });
  });

  // Adds up each count times its weight, and chooses the key with this sum in the helper's group of
  // keys.
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
