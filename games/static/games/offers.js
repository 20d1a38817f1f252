// Ticks all offers of a phone with one tap.
for (const all of document.querySelectorAll("[data-all]")) {
  all.addEventListener("change", () => {
    for (const offer of all.closest("fieldset").querySelectorAll("[name=offer]:not(:disabled)")) offer.checked = all.checked;
  });
}
