/* Shows the options that the chosen format reads. Without this script all of them are there. */
(() => {
  const show = () => {
    const chosen = document.querySelector(".formats input:checked");
    document.querySelectorAll("[data-formats]").forEach((option) => {
      option.hidden = !chosen || !option.dataset.formats.split(" ").includes(chosen.value);
    });
  };
  document.addEventListener("change", show);
  document.addEventListener("htmx:afterSwap", show);
  show();
})();
