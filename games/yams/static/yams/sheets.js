// Puts the players' sheets next to each other, so that a swipe or a tab changes the visible
// sheet. A keyboard and a screen reader use the tabs; they can only reach the visible sheet.
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
    // If nothing in the visible sheet can have the focus, its scroll area can have it, so that
    // arrow keys scroll.
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

  // With the pad, show the sheet of the player to play. Without the pad, keep the sheet that the
  // watcher has chosen.
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
    // Show the cell just written for one second before the next player's sheet. Show a corrected
    // cell for two seconds, as long as it is lit.
    show(wrote, "instant");
    waiting = setTimeout(goOn, corrected >= 0 ? 2000 : 1000);
  }

  function goOn() {
    clearTimeout(waiting);
    waiting = 0;
    show(tabs().findIndex((tab) => tab.checked), "instant");
  }

  // A tap ends the wait. If the tap is on the sheet, it does nothing else, because that sheet is
  // being replaced.
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
