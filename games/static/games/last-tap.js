// « Inscrire au dernier toucher » is a setting of this phone: the tap that completes a line records
// it, as the record button would. For five seconds, a button that takes the line back then stands
// in the place of the record button.
(() => {
  const KEY = "last-tap";
  const LASTS = 5000;
  // Keys after which a line is not yet complete: optional keys in a drawer, and keys marked
  // `data-goes-on`.
  const GOES_ON = ".pad__more, [data-goes-on]";
  let finger = false; // arrow keys choose, too: they go through the keys, and record nothing
  let tapped = null; // the pad whose last change was a tap on one of its keys
  let more = false; // that change was on a key after which others may follow
  let filled = null; // a pad that is complete and waits for its button
  let sending = false;
  let line = 0; // the line that may be taken back
  let until = 0;
  let timer = 0;

  function isOn() {
    try {
      return localStorage.getItem(KEY) === "1";
    } catch {
      return false; // a browser that stores nothing
    }
  }

  function choose(on) {
    try {
      if (on) localStorage.setItem(KEY, "1");
      else localStorage.removeItem(KEY);
    } catch {
      // The browser cannot store anything, so the switch goes back.
    }
    show();
  }

  function show() {
    const on = isOn();
    document.documentElement.toggleAttribute("data-last-tap", on);
    document.querySelectorAll("[data-last-tap-switch]").forEach((box) => { box.checked = on; });
  }

  // --- Recording ---

  ["pointerdown", "keydown"].forEach((kind) => {
    document.addEventListener(kind, () => { finger = kind === "pointerdown"; }, true);
  });

  document.addEventListener("change", (event) => {
    const input = event.target;
    if (input.matches("[data-last-tap-switch]")) choose(input.checked);
    const { form } = input;
    if (form?.id !== "pad-form") return;
    more = Boolean(input.closest("[data-goes-on]"));
    const isTap = event.isTrusted && finger && input.type === "radio" && !input.closest(GOES_ON);
    // After a refusal, after taking a line back and during a correction, a tap never records the
    // line. The user must look at it first and press the button.
    tapped = isTap && isOn() && form !== filled && !("kept" in form.dataset) ? form : null;
  });

  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    if (target?.id !== "preview" || !target.querySelector("[data-whole]")) return;
    const form = target.closest("form");
    // A line with a warning in its preview is recorded only by the button.
    const records = form === tapped && !target.querySelector(".preview__error");
    tapped = null;
    if (!more) filled = form;
    if (records) form.requestSubmit(form.querySelector("#record"));
  });

  // --- Taking a line back ---

  const newest = () => Math.max(0, ...[...document.querySelectorAll("#table a[href*='/lignes/']")]
    .map((link) => Number(/\/lignes\/(\d+)\//.exec(link.href)[1])));

  function clear() {
    const button = document.getElementById("take-back");
    document.querySelectorAll("#pad [data-given-way]").forEach((place) => place.removeAttribute("data-given-way"));
    button?.remove();
  }

  // Shows a copy of the sheet's button that takes the last line back, in the place of the record
  // button.
  function offer() {
    clear();
    const undo = document.getElementById("undo");
    if (!undo || performance.now() >= until || newest() !== line) return;
    undo.form.id = "undo-form";
    const button = undo.cloneNode(true);
    button.id = "take-back";
    button.className = "button button--big take-back";
    button.setAttribute("form", "undo-form");
    const last = document.querySelector("#pad .pad__last");
    const place = last && [...last.children].reverse().find((child) => child.matches(".pad__record, .pad__more"));
    place?.setAttribute("data-given-way", "");
    if (place) place.after(button);
    else document.getElementById("match").append(button);
  }

  document.addEventListener("submit", ({ target: form, submitter }) => {
    if (form.querySelector("#undo")) {
      until = 0;
      clear();
    } else if (form.id === "pad-form" && !("corrects" in form.dataset) && submitter?.name !== "go_on") {
      sending = isOn();
      line = newest() + 1;
    }
  }, true);

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "match") return;
    show();
    if (sending && newest() === line) {
      until = performance.now() + LASTS;
      clearTimeout(timer);
      timer = setTimeout(clear, LASTS);
    }
    sending = false;
    tapped = filled = null;
    offer();
  });
  show();
})();
