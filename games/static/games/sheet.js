// Shows how many lines of the sheet are hidden above or below, and how many columns on the right. A
// tap on such a marker scrolls to them.
(() => {
  // Returns the parts of the sheet that can be seen. An inert sheet is not on the screen, and
  // measuring it would force its layout.
  const within = (scroll, parts) => [...scroll.querySelectorAll(parts)].filter((part) => !part.closest("[inert]"));
  const rowsOf = (scroll) => within(scroll, "tbody tr").filter((row) => row.offsetParent);

  // Counts the hidden lines and columns. A line is hidden if at most a narrow edge of it is
  // visible. The page's style says how much the sticky parts at the top and the bottom cover.
  function hidden(scroll) {
    const EDGE = 8;
    const box = scroll.getBoundingClientRect();
    const style = getComputedStyle(scroll);
    const top = box.top + (parseFloat(style.scrollPaddingTop) || 0) + EDGE;
    const bottom = box.bottom - (parseFloat(style.scrollPaddingBottom) || 0) - EDGE;
    const rows = rowsOf(scroll)
      .filter((row) => row.querySelector("a, input"))
      .map((row) => row.getBoundingClientRect());
    // The columns of a sheet that scrolls sideways, as for six players.
    const heads = scroll.scrollWidth > scroll.clientWidth + EDGE ? within(scroll, "thead th") : [];
    return {
      right: heads.filter((head) => head.getBoundingClientRect().right > box.right + EDGE).length,
      above: rows.filter((row) => row.bottom < top).length,
      below: rows.filter((row) => row.top > bottom).length,
    };
  }

  // The markers are updated once a frame, when the browser computes the layout anyway.
  let frame = 0;
  function soon() {
    frame ||= requestAnimationFrame(tell);
  }

  function tell() {
    frame = 0;
    const scroll = document.querySelector("[data-sheet]");
    if (!scroll) return;
    const counts = hidden(scroll);
    document.querySelectorAll("[data-hidden]").forEach((strip) => {
      const count = counts[strip.dataset.hidden];
      const words = count === 1 ? strip.dataset.one : strip.dataset.many.replace("#", count);
      strip.hidden = !count;
      // Screen readers get the full text. The screen shows only « 7 lignes » and an arrow.
      strip.firstElementChild.setAttribute("aria-label", words);
      strip.querySelector("span").textContent = words.split(" ").slice(0, 2).join(" ");
    });
  }

  document.addEventListener("click", (event) => {
    const strip = event.target.closest("[data-hidden]");
    if (!strip) return;
    const scroll = document.querySelector("[data-sheet]");
    if (strip.dataset.hidden === "right") {
      scroll.scrollBy({ left: scroll.clientWidth / 2 });
      return;
    }
    const rows = rowsOf(scroll);
    rows[strip.dataset.hidden === "above" ? 0 : rows.length - 1].scrollIntoView({ block: "nearest" });
    soon();
  });
  // The event is captured, because the sheet's own scroll events do not bubble.
  document.addEventListener("scroll", soon, { capture: true, passive: true });
  document.addEventListener("change", soon);
  document.addEventListener("htmx:afterSettle", soon);
  window.addEventListener("resize", soon);
  soon();
})();
