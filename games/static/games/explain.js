// Small signs and shortened names explain themselves: a tap shows their words until the next tap.
// A phone that sees a sign for the first time is told once, one sign each time a page is opened. The
// words lie over the page: nothing moves under a finger, and a tap goes through them.
(() => {
  const SIGNS = "[data-explain], .disc[aria-label], .bars[aria-label], [data-sign], .board__name, .paper__head th, .bidder b";
  const FIRST = {
    disc: ".board .disc[aria-label]",
    sign: "[data-sign]",
    figures: ".board .yboard__more, .board .bars[aria-label]",
  };
  let shown = null;

  function words(sign) {
    const { explain, state } = sign.dataset;
    return explain || (state && sign.dataset[state]) || sign.getAttribute("aria-label") || sign.textContent.trim();
  }

  function hide() {
    shown?.remove();
    shown = null;
  }

  function show(sign) {
    const box = sign.getBoundingClientRect();
    shown = document.createElement("p");
    shown.className = "explained";
    shown.setAttribute("role", "status");
    shown.textContent = words(sign);
    document.body.append(shown);
    // Below the sign, within the screen; the style sheet has no place for it, the script gives one.
    const left = Math.max(8, Math.min(box.left, window.innerWidth - shown.offsetWidth - 8));
    shown.style.left = `${left + window.scrollX}px`;
    shown.style.top = `${box.bottom + 4 + window.scrollY}px`;
  }

  // The sign that was tapped. A tab's input lies over its signs: there it is the one under the thumb,
  // and a name that is shown whole needs no words.
  function tapped(event) {
    if (!event.target.matches("label > input")) return event.target.closest(SIGNS);
    const inside = document.elementsFromPoint(event.clientX, event.clientY)
      .filter((element) => event.target.parentElement.contains(element));
    const sign = inside.map((element) => element.closest(SIGNS)).find(Boolean);
    if (!sign) return null;
    const whole = sign.textContent.trim() === words(sign) && sign.scrollWidth <= sign.clientWidth
      && sign.scrollHeight <= sign.clientHeight + 1;
    return whole ? null : sign;
  }

  document.addEventListener("click", (event) => {
    hide();
    const sign = tapped(event);
    if (sign && words(sign)) show(sign);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target?.id !== "preview") hide();
  });

  try {
    const seen = (kind) => [...document.querySelectorAll(FIRST[kind])].find((sign) => sign.getClientRects().length);
    const unknown = Object.keys(FIRST).find((kind) => !localStorage.getItem(`${kind}-explained`) && seen(kind));
    if (unknown && document.getElementById("pad")) {
      localStorage.setItem(`${unknown}-explained`, "1");
      show(seen(unknown));
      setTimeout(hide, 6000);
    }
  } catch {
    // A browser that stores nothing is not told each time.
  }
})();
