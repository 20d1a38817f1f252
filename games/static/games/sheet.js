// Shows how many lines of the sheet are hidden above or below, how many columns on the right, and
// leads to them.
(() => {
  // What can be reached: an inert sheet is not on the screen, and would be laid out only to be measured.
  const within = (scroll, parts) => [...scroll.querySelectorAll(parts)].filter((part) => !part.closest("[inert]"));
  const rowsOf = (scroll) => within(scroll, "tbody tr").filter((row) => row.offsetParent);

  // A line is hidden if hardly an edge of it is visible. The parts that stick to the top and the
  // bottom cover as much as the page's style says.
  function hidden(scroll) {
    const EDGE = 8;
    const box = scroll.getBoundingClientRect();
    const style = getComputedStyle(scroll);
    const top = box.top + (parseFloat(style.scrollPaddingTop) || 0) + EDGE;
    const bottom = box.bottom - (parseFloat(style.scrollPaddingBottom) || 0) - EDGE;
    const rows = rowsOf(scroll)
      .filter((row) => row.querySelector("a, input"))
      .map((row) => row.getBoundingClientRect());
    // Columns that the sheet scrolls to, as those of six players do.
    const heads = scroll.scrollWidth > scroll.clientWidth + EDGE ? within(scroll, "thead th") : [];
    return {
      right: heads.filter((head) => head.getBoundingClientRect().right > box.right + EDGE).length,
      above: rows.filter((row) => row.bottom < top).length,
      below: rows.filter((row) => row.top > bottom).length,
    };
  }

  // Once a frame, when the browser lays the page out anyway.
  let asked = 0;
  function soon() {
    asked ||= requestAnimationFrame(tell);
  }

  function tell() {
    asked = 0;
    const scroll = document.querySelector("[data-sheet]");
    if (!scroll) return;
    const counts = hidden(scroll);
    document.querySelectorAll("[data-hidden]").forEach((strip) => {
      const count = counts[strip.dataset.hidden];
      const words = count === 1 ? strip.dataset.one : strip.dataset.many.replace("#", count);
      strip.hidden = !count;
      // The full text for screen readers; « 7 lignes » and an arrow on the screen.
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
  // The sheet's own scrolling does not bubble.
  document.addEventListener("scroll", soon, { capture: true, passive: true });
  document.addEventListener("change", soon);
  document.addEventListener("htmx:afterSettle", soon);
  window.addEventListener("resize", soon);
  soon();
})();
