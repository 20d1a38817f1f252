// Explains small signs and shortened names: a tap on one shows its words until the next tap. A
// phone that has never shown a sign before gets its explanation without a tap, for one sign each
// time a page is opened. The words have their own line in the bar (sign.css), so nothing moves and
// no figure is covered.
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

  // Returns the sign that was tapped, or null. In a tab, an input lies over the signs, so the sign
  // is looked for under the thumb. A name that is shown in full needs no explanation.
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
    // A browser that cannot store anything would explain the sign each time, so it never does.
  }
})();
