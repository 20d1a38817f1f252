// On every page: says that scripts run, closes menus, copies, prints, says when to slow down.
// Loaded before the page.
document.documentElement.classList.add("js");

// A tap outside an open menu closes it and does nothing else: not what lies under the finger.
function menuLeftBy(event) {
  const menu = document.querySelector("details[data-menu][open]");
  return menu && !menu.contains(event.target) ? menu : null;
}
document.addEventListener("mousedown", (event) => {
  if (menuLeftBy(event)) event.preventDefault(); // a field under the finger takes no focus
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

// Without https there is no clipboard: the old way then, and where that is refused too the text
// stays selected.
function copied(field) {
  const oldWay = () => document.execCommand("copy");
  if (!navigator.clipboard) return Promise.resolve(oldWay());
  return navigator.clipboard.writeText(field.value).then(() => true, oldWay);
}

// Asked too often: the sentence that came in place of the answer stands among the messages.
document.addEventListener("htmx:responseError", (event) => {
  const place = document.querySelector(".messages");
  if (event.detail.xhr.status !== 429 || !place) return;
  const notice = document.createElement("p");
  notice.className = "notice notice--error";
  notice.textContent = event.detail.xhr.responseText;
  place.replaceChildren(notice);
  notice.scrollIntoView({ block: "nearest" });
});

// Whether some of a form's fields hold something else than they came with: what is typed or tapped
// is never wiped by what the server sends.
function touched(fields) {
  return [...fields].some((field) =>
    field.type === "radio" || field.type === "checkbox"
      ? field.checked !== field.defaultChecked
      : field.defaultValue !== undefined && field.value !== field.defaultValue);
}

// Tells a screen reader what has just happened.
function say(words) {
  const place = document.querySelector("[data-announce]");
  if (place && words) place.textContent = words;
}
