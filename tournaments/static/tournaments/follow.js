// Keeps a tournament's page up to date, unless the user has paused this or the page is hidden.
// While something is being typed or a fold is open, the page is not replaced, but only says that
// there is something new. It is never replaced during a touch. For a moment after a replacement
// taps are ignored, because they were meant for what was there before.
(() => {
  const POLL = 5000;
  const GLANCE = 350; // until one has seen that the page is another
  let frozen = false;

  const page = () => document.getElementById("follow");
  const follow = () => {
    if (page() && !document.hidden && !frozen) htmx.trigger("#follow", "follow");
  };

  // Whether the user is reading or typing in a place: a fold is open, an error is shown, or an
  // input has the focus.
  function beingRead(place) {
    const focused = document.activeElement;
    const inside = focused !== place && place.contains(focused);
    return inside || Boolean(place.querySelector("details[open], .errorlist"));
  }

  // What each row says, to find those that have changed.
  const rows = () => [...page().querySelectorAll("[data-row]")];
  const told = (row) => row.textContent.replace(/\s+/g, " ");
  let before = new Map();

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, xhr } = event.detail;
    if (requestConfig.elt.id !== "follow" || xhr.status !== 200) return;
    if (touching()) {
      event.detail.shouldSwap = false;
      setTimeout(follow, 2 * TAP_LASTS);
      return;
    }
    if (frozen || beingRead(page()) || inUse(page())) {
      event.detail.shouldSwap = false;
      const news = document.querySelector("[data-news]");
      if (!frozen && news && news.hidden) {
        news.hidden = false;
        say(news.textContent.trim());
      }
      return;
    }
    before = new Map(rows().map((row) => [row.dataset.row, told(row)]));
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "follow") return;
    const changed = page();
    changed.inert = true;
    for (const row of rows()) {
      row.classList.toggle("is-changed", before.has(row.dataset.row) && before.get(row.dataset.row) !== told(row));
    }
    setTimeout(() => { changed.inert = false; }, GLANCE);
    const news = document.querySelector("[data-news]");
    if (news) news.hidden = true;
    say(page().dataset.said);
    document.dispatchEvent(new Event("followed"));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-follow]");
    if (!button) return;
    frozen = !frozen;
    button.setAttribute("aria-pressed", String(frozen));
    if (!frozen) follow();
  });
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("online", follow);
  setInterval(follow, POLL);
})();
