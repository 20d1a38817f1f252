/* Shows only the options of the chosen format. Without this script all options are shown. */
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
