// On every page: marks that scripts run, closes menus, copies, prints, shows the rate limit's
// message. Loaded before the page.
document.documentElement.classList.add("js");

// A tap outside an open menu only closes it: it does not tap what lies under the finger.
function menuLeftBy(event) {
  const menu = document.querySelector("details[data-menu][open]");
  return menu && !menu.contains(event.target) ? menu : null;
}
document.addEventListener("mousedown", (event) => {
  if (menuLeftBy(event)) event.preventDefault(); // a field under the finger does not get the focus
}, true);
document.addEventListener("click", (event) => {
  const menu = menuLeftBy(event);
  if (!menu) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  menu.open = false;
}, true);

document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const field = document.getElementById(copy.dataset.copy);
    field.select();
    copied(field).then((done) => {
      const said = copy.closest("[data-link]").querySelector("[data-said]");
      said.textContent = done ? copy.dataset.copied : copy.dataset.selected;
    });
  }
  if (event.target.closest("[data-print]")) window.print();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details[data-menu][open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// In a part of a form with a button of its own, Enter presses that one, and not the form's.
document.addEventListener("keydown", (event) => {
  const part = event.key === "Enter" && event.target.matches("input") && event.target.closest("[data-enter]");
  if (!part) return;
  event.preventDefault();
  part.querySelector("[type=submit]").click();
});

// A number that may be below zero: a phone's digits have no minus, so that a key for it stands beside.
function giveSign(field) {
  if (field.nextElementSibling?.matches("[data-turns]")) return;
  const key = document.createElement("button");
  // Out of the way of Tab: who has a keyboard has a minus.
  Object.assign(key, { type: "button", className: "button sign-key", textContent: "±", tabIndex: -1 });
  key.setAttribute("aria-label", field.dataset.signed);
  key.dataset.turns = "";
  field.inputMode = "decimal";
  field.after(key);
}
function giveSigns() {
  if (matchMedia("(pointer: coarse)").matches) document.querySelectorAll("[data-signed]").forEach(giveSign);
}
document.addEventListener("DOMContentLoaded", giveSigns);
document.addEventListener("htmx:load", giveSigns);
// The field keeps the focus, and the phone its digits.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("[data-turns]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const field = event.target.closest("[data-turns]")?.previousElementSibling;
  if (!field) return;
  field.value = /^[-−]/.test(field.value) ? field.value.slice(1) : `-${field.value}`;
  field.focus();
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
});

// Without https there is no clipboard: use the old way. If that is refused too, the text stays
// selected.
function copied(field) {
  const oldWay = () => document.execCommand("copy");
  if (!navigator.clipboard) return Promise.resolve(oldWay());
  return navigator.clipboard.writeText(field.value).then(() => true, oldWay);
}

// Too many requests: the sentence that was sent instead of an answer goes among the messages.
document.addEventListener("htmx:responseError", (event) => {
  const place = document.querySelector(".messages");
  if (event.detail.xhr.status !== 429 || !place) return;
  const notice = document.createElement("p");
  notice.className = "notice notice--error";
  notice.textContent = event.detail.xhr.responseText;
  place.replaceChildren(notice);
  notice.scrollIntoView({ block: "nearest" });
});

// Whether a finger is on the page, or was until a moment ago. The server's updates wait for it: what it
// is about to tap neither moves nor goes away.
const TAP_LASTS = 400;
let touched = { at: -Infinity, lasts: TAP_LASTS };
for (const [kind, lasts] of [["pointerdown", 5000], ["pointerup", TAP_LASTS], ["pointercancel", TAP_LASTS]]) {
  document.addEventListener(kind, (event) => { touched = { at: event.timeStamp, lasts }; }, true);
}
function touching() {
  return performance.now() - touched.at < touched.lasts;
}

// Whether somebody is filling in a place: some of its fields have changed, or it was kept half
// filled. The server's updates never overwrite typed or tapped values.
function inUse(place) {
  const fields = place.elements || place.querySelectorAll("input, select, textarea");
  return "kept" in place.dataset || [...fields].some(isChanged);
}
function isChanged(field) {
  return field.type === "radio" || field.type === "checkbox"
    ? field.checked !== field.defaultChecked
    : field.defaultValue !== undefined && field.value !== field.defaultValue;
}

// What was typed or tapped before htmx listened: it hears of it now.
document.addEventListener("htmx:load", (event) => {
  if (event.target !== document.body) return;
  const early = [...document.querySelectorAll("[hx-trigger^=input], #pad-form :checked")].filter(isChanged);
  for (const field of early) {
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
});

// Makes a screen reader read what has just happened.
function say(words) {
  const place = document.querySelector("[data-announce]");
  if (place && words) place.textContent = words;
}
