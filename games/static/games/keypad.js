// Keys that write figures into the field last touched, instead of the phone's keyboard.
(() => {
  const fields = () => [...document.querySelectorAll("input[data-keypad]:not(:disabled)")];
  const held = () => document.querySelector("input[data-keypad][data-held]:not(:disabled)");
  let fresh = true; // the first key after a field is touched replaces its value

  function hold(field) {
    document.querySelectorAll("input[data-held]").forEach((other) => other.removeAttribute("data-held"));
    if (!field) return;
    field.setAttribute("data-held", "");
    fresh = true;
  }

  // On a touch screen the phone's keyboard does not open; a real keyboard works as usual.
  function prepare() {
    if (!document.querySelector("[data-keys]")) return;
    if (matchMedia("(pointer: coarse)").matches) {
      fields().forEach((field) => { field.inputMode = "none"; });
    }
    if (!held()) hold(fields().find((field) => !field.value));
  }

  function written(value, key) {
    if (key === "sign") return value.startsWith("-") ? value.slice(1) : `-${value || ""}`;
    if (key === "back") return value.slice(0, -1);
    return (fresh ? "" : value) + key;
  }

  function press(key) {
    const field = held() || fields().find((one) => !one.value) || fields()[0];
    if (!field) return;
    if (!field.hasAttribute("data-held")) hold(field);
    // A sign alone is no number: it waits next to the field for its first figure.
    const value = (field.dataset.sign || "") + field.value;
    const next = written(key === "sign" ? value : fresh ? field.dataset.sign || "" : value, key);
    const lone = next === "-" || next === "";
    field.dataset.sign = next === "-" ? "-" : "";
    field.value = lone ? "" : next.slice(0, 7);
    field.placeholder = next === "-" ? "−" : "";
    fresh = false;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (!lone) field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches("input[data-keypad]")) return;
    hold(event.target);
    // Scroll the field out from under the keys, which stick to the bottom of the screen.
    event.target.scrollIntoView({ block: "nearest" });
  });
  // The field keeps the focus while its keys are tapped.
  document.addEventListener("pointerdown", (event) => {
    if (event.target.closest("[data-key]")) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });

  // A switch that makes some fields needless.
  document.addEventListener("change", (event) => {
    const names = event.target.dataset.needless;
    if (!names) return;
    names.split(" ").forEach((name) => {
      const field = event.target.form.elements[name];
      field.disabled = event.target.checked;
    });
  });
  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
