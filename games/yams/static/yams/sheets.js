// The players' sheets next to each other: a swipe goes from one to the next, and so do the tabs. A
// keyboard or a screen reader, which use the tabs, can only reach the visible one.
(() => {
  const paper = () => document.querySelector(".yams__sheets")?.closest(".sheet__scroll");
  const sheets = () => [...document.querySelectorAll(".yams__page > .ysheet")];
  const tabs = () => [...document.querySelectorAll("[name='seen']")];
  let chosen = -1; // the player whose sheet a watcher has chosen
  let moved = null; // the element that the user scrolls; only this script scrolls a new one
  let still = 0;
  let waiting = 0; // the cell just written is looked at
  let written = cells(); // of all players, by now

  function cells() {
    return document.querySelectorAll(".ysheet a").length;
  }

  function reach(seen) {
    sheets().forEach((sheet, place) => { sheet.parentElement.inert = place !== seen; });
    // If nothing in a sheet can have the focus, the sheet itself can, so that arrow keys scroll it.
    const alone = !sheets()[seen]?.querySelector("a, input");
    if (alone) paper().setAttribute("tabindex", "0");
    else paper().removeAttribute("tabindex");
  }

  function show(seen, behavior) {
    const scroller = paper();
    if (!scroller || seen < 0) return;
    reach(seen);
    scroller.scrollTo({ left: seen * scroller.clientWidth, behavior });
  }

  // With the pad, the sheet of the player whose turn it is appears by itself; a watcher's choice
  // stays.
  function prepare() {
    clearTimeout(waiting);
    waiting = 0;
    if (moved !== paper()) moved = null;
    const watching = !document.getElementById("pad-form");
    if (watching && tabs()[chosen]) tabs()[chosen].checked = true;
    paper()?.classList.add("is-swiped");
    const next = tabs().findIndex((tab) => tab.checked);
    const has = (what) => sheets().findIndex((sheet) => sheet.querySelector(what));
    const corrected = has("td.is-lit");
    const wrote = corrected >= 0 ? corrected : watching || cells() <= written ? -1 : has("[data-line]");
    written = cells();
    if (wrote < 0 || wrote === next) {
      show(next, "instant");
      return;
    }
    // The cell just written is seen for a second before the next player's sheet comes; one that was
    // corrected as long as it is lit.
    show(wrote, "instant");
    waiting = setTimeout(goOn, corrected >= 0 ? 2000 : 1000);
  }

  function goOn() {
    clearTimeout(waiting);
    waiting = 0;
    show(tabs().findIndex((tab) => tab.checked), "instant");
  }

  // A tap ends the wait; on the sheet it does nothing else, as that sheet is leaving.
  document.addEventListener("pointerdown", (event) => {
    if (!waiting) return;
    const leaving = paper()?.contains(event.target);
    goOn();
    if (!leaving) return;
    const swallow = (click) => {
      click.preventDefault();
      click.stopPropagation();
    };
    document.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => document.removeEventListener("click", swallow, true), 500);
  }, true);

  function arrived() {
    const scroller = paper();
    if (!scroller || waiting || moved !== scroller) return;
    const seen = Math.round(scroller.scrollLeft / scroller.clientWidth);
    const tab = tabs()[seen];
    if (!tab || tab.checked) return;
    tab.checked = true;
    chosen = seen;
    reach(seen);
  }

  document.addEventListener("change", (event) => {
    if (event.target.name !== "seen") return;
    chosen = tabs().indexOf(event.target);
    show(chosen);
  });
  ["touchstart", "pointerdown", "wheel", "keydown"].forEach((kind) => {
    document.addEventListener(kind, (event) => {
      if (!paper()?.contains(event.target)) return;
      moved = paper();
      moved.classList.add("is-moved");
    }, { capture: true, passive: true });
  });
  document.addEventListener("scroll", (event) => {
    if (event.target !== paper()) return;
    clearTimeout(still);
    still = setTimeout(arrived, 100);
  }, true);
  window.addEventListener("resize", () => show(tabs().findIndex((tab) => tab.checked), "instant"));
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "preview") prepare();
  });
  prepare();
})();
