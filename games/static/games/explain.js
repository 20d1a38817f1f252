// Small signs and shortened names explain themselves: a tap shows their words until the next tap.
// A phone that sees a sign for the first time is told once, one sign each time a page is opened. The
// words have a line of their own in the bar (sign.css): nothing moves, and no figure is covered.
(() => {
  const SIGNS = "[data-explain], .disc[aria-label], .bars[aria-label], [data-sign], .board__name, .paper__head th, .bidder b";
  const FIRST = {
    disc: ".board .disc[aria-label]",
    sign: "[data-sign]",
    figures: ".board .yboard__more, .board .bars[aria-label]",
  };
  const line = document.querySelector(".explained");
  if (!line) return;

  function words(sign) {
    const { explain, state, connected } = sign.dataset;
    return explain || (state === "connected" && connected) || sign.getAttribute("aria-label") || sign.textContent.trim();
  }

  function hide() {
    line.hidden = true;
  }

  function show(sign) {
    line.textContent = words(sign);
    line.hidden = false;
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
