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
      const status = copy.closest("[data-link]").querySelector("[data-said]");
      status.textContent = done ? copy.dataset.copied : copy.dataset.selected;
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

// Adds a sign key to a field for a number that may be negative, because a phone's number keys
// have no minus.
function giveSign(field) {
  if (field.nextElementSibling?.matches("[data-turns]")) return;
  const key = document.createElement("button");
  // Tab skips this key, because a keyboard has a minus.
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
// A tap on the sign key leaves the focus in the field, so that the phone keeps its number keys
// open.
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

// Without https there is no clipboard, so `execCommand` is used. If that is refused too, the
// text stays selected.
function copied(field) {
  const oldWay = () => document.execCommand("copy");
  if (!navigator.clipboard) return Promise.resolve(oldWay());
  return navigator.clipboard.writeText(field.value).then(() => true, oldWay);
}

// After too many requests (429), show the sentence of the answer among the messages.
document.addEventListener("htmx:responseError", (event) => {
  const place = document.querySelector(".messages");
  if (event.detail.xhr.status !== 429 || !place) return;
  const notice = document.createElement("p");
  notice.className = "notice notice--error";
  notice.textContent = event.detail.xhr.responseText;
  place.replaceChildren(notice);
  notice.scrollIntoView({ block: "nearest" });
});

// Whether a finger is on the page, or was a moment ago. Updates from the server wait during this
// time, so that nothing moves or disappears while somebody taps it.
const TAP_LASTS = 400;
let touched = { at: -Infinity, lasts: TAP_LASTS };
for (const [kind, lasts] of [["pointerdown", 5000], ["pointerup", TAP_LASTS], ["pointercancel", TAP_LASTS]]) {
  document.addEventListener(kind, (event) => { touched = { at: event.timeStamp, lasts }; }, true);
}
function touching() {
  return performance.now() - touched.at < touched.lasts;
}

// Whether somebody is filling in this part of the page: some fields have changed, or the server
// sent it back with filled fields (`data-kept`). The server's updates never overwrite typed or
// tapped values.
function inUse(place) {
  const fields = place.elements || place.querySelectorAll("input, select, textarea");
  return "kept" in place.dataset || [...fields].some(isChanged);
}
function isChanged(field) {
  return field.type === "radio" || field.type === "checkbox"
    ? field.checked !== field.defaultChecked
    : field.defaultValue !== undefined && field.value !== field.defaultValue;
}

// Tell htmx about values that were typed or tapped before it listened.
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

// On a phone tabs scroll sideways: the one that the page is on is brought into view.
addEventListener("DOMContentLoaded", () => {
  for (const tab of document.querySelectorAll(".tabs [aria-current]")) {
    tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.clientWidth / 2 + tab.offsetWidth / 2;
  }
});
