// Keys that write figures into the active field, in place of the phone's keyboard. Once a figure
// can have no further digit, the next empty field becomes active.
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

  // On a touch screen, the phone's own keyboard does not open. A real keyboard works as usual.
  function prepare() {
    const keys = document.querySelector("[data-keys]");
    if (!keys) return;
    keys.disabled = false;
    if (matchMedia("(pointer: coarse)").matches) {
      fields().forEach((field) => { field.inputMode = "none"; });
    }
    if (!held()) hold(fields().find((field) => !field.value));
  }

  // Returns the highest figure of a field. The field has it in `data-most`, or the name of another
  // field that has it.
  function highest(field) {
    const { most } = field.dataset;
    return Number(/\d/.test(most) ? most : field.form.elements[most]?.value || Infinity);
  }

  // Tells whether the figure can have no further digit.
  function isWhole(field) {
    if (!field.dataset.most || !field.value) return false;
    const figure = Math.abs(Number(field.value));
    return figure === 0 || figure * 10 > highest(field);
  }

  // Refuses a digit that would make the figure too high for its field. The refusal is shown and
  // read aloud.
  function refuses(field, value) {
    const refused = Boolean(field.dataset.most) && Math.abs(Number(value)) > highest(field);
    document.querySelectorAll("input[data-keypad][aria-invalid]").forEach((input) => input.removeAttribute("aria-invalid"));
    if (!refused) return false;
    field.setAttribute("aria-invalid", "true");
    const message = document.createElement("span");
    message.className = "preview__error";
    const name = field.getAttribute("aria-label") || field.labels[0].textContent;
    message.textContent = document.querySelector("[data-keys]").dataset.most.replace("#", name).replace("@", highest(field));
    document.getElementById("preview")?.replaceChildren(message);
    say(message.textContent);
    return true;
  }

  // Returns the next empty field after this one. After the last field, the search goes on at the
  // first.
  function due(from) {
    const all = fields();
    const start = all.indexOf(from) + 1;
    return [...all.slice(start), ...all.slice(0, start)].find((field) => !field.value);
  }

  function goOn(field) {
    hold(due(field));
  }

  function goBack(field) {
    const all = fields();
    hold(all[Math.max(0, all.indexOf(field) - 1)]);
    fresh = false;
  }

  function written(value, key) {
    if (key === "sign") return value.startsWith("-") ? value.slice(1) : `-${value || ""}`;
    if (key === "back") return value.slice(0, -1);
    return (fresh ? "" : value) + key;
  }

  function press(key) {
    let field = held() || due();
    if (key === "back" && !field) field = fields().at(-1);
    if (!field) return;
    if (!field.hasAttribute("data-held")) hold(field);
    if (key === "next") {
      if (field.value) goOn(field);
      return;
    }
    // « Back » in an empty field deletes a digit of the previous field, because that field may have
    // been left automatically.
    if (key === "back" && !field.value && !field.dataset.sign) {
      goBack(field);
      field = held();
    }
    // A sign alone is not a number. It is kept beside the field until the first digit follows.
    const value = (field.dataset.sign || "") + field.value;
    const next = written(key === "sign" ? value : fresh ? field.dataset.sign || "" : value, key);
    if (refuses(field, next)) return;
    const lone = next === "-" || next === "";
    field.dataset.sign = next === "-" ? "-" : "";
    field.value = lone ? "" : next.slice(0, 7);
    field.placeholder = next === "-" ? "−" : "";
    fresh = false;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (!lone) field.dispatchEvent(new Event("change", { bubbles: true }));
    if (key !== "back" && key !== "sign" && isWhole(field)) goOn(field);
  }

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches("input[data-keypad]")) return;
    hold(event.target);
    // Scrolls the field out from under the keys, which stick to the bottom of the screen.
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

  // Disables the fields that a switch makes unnecessary.
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
