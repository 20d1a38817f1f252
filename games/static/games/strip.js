// Strips of keys: they scroll to the chosen or the most likely key, and move by − and +.
(() => {
  const chosen = (strip) => strip.querySelector("input:checked");

  // Scrolls a key into view. In a strip that follows another one, the key is a third of the way
  // from the left, because the values above it are chosen more often than those below.
  function reveal(key) {
    const strip = key.closest("[data-strip]");
    const part = "follows" in strip.dataset ? 3 : 2;
    strip.scrollLeft = key.offsetLeft - (strip.clientWidth - key.offsetWidth) / part;
  }

  // Marks the most likely key of a strip: the key with the value chosen in the strip that it
  // follows, or else its last key.
  function suggest(strip) {
    const followed = strip.closest("form").querySelector(`[data-strip="${strip.dataset.follows}"]`);
    const leader = chosen(followed);
    const keys = [...strip.querySelectorAll("input")];
    const same = (input) => keys.find((key) => input && key.value === input.value);
    const likely = leader
      ? same(leader) || keys[keys.length - 1]
      : same(followed.querySelector("input")) || keys[Math.floor(keys.length / 2)];
    keys.forEach((key) => key.parentElement.toggleAttribute("data-likely", Boolean(leader) && key === likely));
    if (!chosen(strip)) reveal(likely.parentElement);
  }

  function step(button) {
    const strip = button.parentElement.querySelector("[data-strip]");
    const keys = [...strip.querySelectorAll("input:not(:disabled)")];
    const at = keys.indexOf(chosen(strip));
    const likely = strip.querySelector("[data-likely] input") || keys[Math.floor(keys.length / 2)];
    const to = at < 0 ? likely : keys[at + Number(button.dataset.step)];
    if (!to) return;
    to.checked = true;
    to.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function prepare() {
    document.querySelectorAll("[data-strip][data-follows]").forEach(suggest);
    document.querySelectorAll("[data-strip] input:checked").forEach((input) => reveal(input.parentElement));
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) step(button);
  });
  document.addEventListener("change", (event) => {
    const strip = event.target.closest("[data-strip]");
    if (!strip) return;
    reveal(event.target.parentElement);
    document.querySelectorAll(`[data-follows="${strip.dataset.strip}"]`).forEach(suggest);
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.querySelector?.("[data-strip]")) prepare();
  });
  prepare();
})();
