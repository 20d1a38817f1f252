// The players' sheets side by side: a swipe goes from one to the next, and so do the tabs. Only the
// one that is seen can be reached by the keyboard or a screen reader, which go by the tabs.
(() => {
  const paper = () => document.querySelector(".yams__sheets")?.closest(".sheet__scroll");
  const sheets = () => [...document.querySelectorAll(".yams__sheets > .ysheet")];
  const tabs = () => [...document.querySelectorAll("[name='seen']")];
  let chosen = -1; // whose sheet a watcher keeps before them
  let moved = null; // the paper that somebody moves: a fresh one is moved by us alone
  let still = 0;

  function reach(seen) {
    sheets().forEach((sheet, place) => { sheet.inert = place !== seen; });
    // Where nothing in it can have the focus the paper itself does, so that arrows scroll it.
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

  // Where the pad is, the sheet of whoever plays comes by itself; a watcher stays where they went.
  function prepare() {
    const watching = !document.getElementById("pad-form");
    if (watching && tabs()[chosen]) tabs()[chosen].checked = true;
    paper()?.classList.add("is-swiped");
    show(tabs().findIndex((tab) => tab.checked), "instant");
  }

  function arrived() {
    const scroller = paper();
    if (!scroller || moved !== scroller) return;
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
  ["touchstart", "pointerdown", "wheel", "keydown"].forEach((deed) => {
    document.addEventListener(deed, (event) => {
      if (paper()?.contains(event.target)) moved = paper();
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
