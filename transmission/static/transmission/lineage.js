// The drawing of a graph. The user drags it, or zooms with two fingers, the wheel or buttons. A
// tap on a person fetches the part around them. A slider chooses the year. On a touch screen one
// finger scrolls the page, and two fingers move the drawing. On the full screen one finger moves
// the drawing too.
(() => {
  // The place of the tapped person on the screen, and the zoom. The new drawing keeps both.
  let tapped = null;

  function begin() {
    const frame = document.querySelector("[data-lineage]:not([data-moving])");
    if (frame && frame.querySelector("svg")) move(frame);
  }

  function move(frame) {
    let svg; // the slider of years brings another one into the same frame
    const full = { x: 0, y: 0, w: 0, h: 0 };
    const pointers = new Map();
    let view = { ...full };
    let dragged = false;
    let gap = 0;

    function drawn() {
      svg = frame.querySelector("svg");
      full.w = svg.width.baseVal.value;
      full.h = svg.height.baseVal.value;
    }
    drawn();
    const large = () => Boolean(frame.closest(".is-large"));
    const show = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    const scale = () => Math.max(view.w / frame.clientWidth, view.h / frame.clientHeight);
    const widest = () => Math.max(full.w / frame.clientWidth, full.h / frame.clientHeight);

    function look(x, y, factor) {
      const w = frame.clientWidth * factor;
      const h = frame.clientHeight * factor;
      view = { x: x - w / 2, y: y - h / 2, w, h };
      show();
    }

    function whole() {
      look(full.w / 2, full.h / 2, widest());
    }

    // Zoom around a point of the screen. What is at this point stays there.
    function zoom(by, clientX, clientY) {
      const box = frame.getBoundingClientRect();
      const factor = Math.min(Math.max(scale() * by, 0.2), Math.max(widest() * 1.5, 1));
      const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
      const [cx, cy] = [view.x + view.w / 2, view.y + view.h / 2];
      look(cx + dx * (scale() - factor), cy + dy * (scale() - factor), factor);
    }

    function spread() {
      const [a, b] = [...pointers.values()];
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    }

    // Two fingers move only the drawing. The page must not scroll at the same time.
    ["touchstart", "touchmove"].forEach((name) => {
      frame.addEventListener(name, (event) => {
        if (event.touches.length > 1 && event.cancelable) event.preventDefault();
      }, { passive: false });
    });
    frame.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      if (pointers.size === 1) dragged = false;
      if (pointers.size === 2) gap = spread();
    });
    frame.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (!dragged && pointers.size === 1 && Math.hypot(dx, dy) < 6) return;
      if (pointers.size === 1 && event.pointerType === "touch" && !large()) return;
      dragged = true;
      pointers.set(event.pointerId, event);
      // With two fingers, each one moves the drawing by half of its own movement.
      view.x -= (dx * scale()) / pointers.size;
      view.y -= (dy * scale()) / pointers.size;
      show();
      if (pointers.size === 2) {
        const now = spread();
        const [a, b] = [...pointers.values()];
        if (now && gap) zoom(gap / now, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
        gap = now;
      }
    });
    const release = (event) => pointers.delete(event.pointerId);
    ["pointerup", "pointercancel", "pointerleave"].forEach((name) => frame.addEventListener(name, release));
    // The end of a drag must not count as a tap on a person.
    frame.addEventListener("click", (event) => { if (dragged) event.preventDefault(); }, true);
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 0.87, event.clientX, event.clientY);
    }, { passive: false });

    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    frame.addEventListener("keydown", (event) => {
      const box = frame.getBoundingClientRect();
      const middle = [box.left + box.width / 2, box.top + box.height / 2];
      if (steps[event.key]) {
        view.x += steps[event.key][0] * view.w * 0.15;
        view.y += steps[event.key][1] * view.h * 0.15;
        show();
      } else if (event.key === "+") zoom(0.7, ...middle);
      else if (event.key === "-") zoom(1.4, ...middle);
      else if (event.key === "0") whole();
      else return;
      event.preventDefault();
    });
    // Switch to the full screen or back. The middle of the drawing stays the same.
    function enlarge(whether) {
      const [x, y, factor] = [view.x + view.w / 2, view.y + view.h / 2, scale()];
      frame.closest("[data-view]").classList.toggle("is-large", whether);
      document.documentElement.classList.toggle("is-still", whether);
      look(x, y, factor);
    }
    document.querySelectorAll("[data-enlarge]").forEach((button) => {
      button.addEventListener("click", () => {
        enlarge(!large());
        button.setAttribute("aria-pressed", String(large()));
      });
    });
    frame.closest("[data-view]").addEventListener("keydown", (event) => {
      if (event.key === "Escape" && large()) frame.closest("[data-view]").querySelector("[data-enlarge]").click();
    });
    // All is shown only where its names can be read. On paper the whole drawing is.
    const all = frame.closest("[data-view]").querySelector("[data-zoom='all']");
    if (all) all.hidden = widest() > 1.3;
    addEventListener("beforeprint", () => svg.setAttribute("viewBox", `0 0 ${full.w} ${full.h}`));
    addEventListener("afterprint", show);
    frame.redrawn = () => {
      drawn();
      show();
    };
    document.querySelectorAll("[data-zoom]").forEach((button) => {
      button.addEventListener("click", () => {
        const box = frame.getBoundingClientRect();
        if (button.dataset.zoom === "all") whole();
        else zoom(Number(button.dataset.zoom), box.left + box.width / 2, box.top + box.height / 2);
      });
    });

    // Return the place of a person in the frame and the zoom, before the drawing is replaced.
    // Return null if the person is outside of the frame.
    frame.standing = (spot) => {
      const at = spot.transform.baseVal[0].matrix;
      const [dx, dy] = [(at.e - view.x) / scale(), (at.f - view.y) / scale()];
      const inside = dx >= 0 && dy >= 0 && dx <= frame.clientWidth && dy <= frame.clientHeight;
      return inside ? { dx, dy, factor: scale() } : null;
    };

    frame.setAttribute("data-moving", "");
    const here = svg.querySelector(".spot--here") || svg.querySelector(".spot--start") || svg.querySelector(".spot");
    const at = here && here.transform.baseVal[0].matrix;
    if (tapped && at) {
      const { dx, dy, factor } = tapped;
      look(at.e - dx * factor + (frame.clientWidth * factor) / 2, at.f - dy * factor + (frame.clientHeight * factor) / 2, factor);
    } else if (widest() <= 1.15 || !here) whole(); // as long as names are readable, all is shown
    else look(at.e, at.f + frame.clientHeight / 4, 1);
    tapped = null;
  }

  // Inside the drawing and the list, a link to a person fetches the part around them. Without
  // htmx, or with another mouse button or a modifier key, it works as an ordinary link.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#graphe a[href^='?']");
    const plain = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || !window.htmx || plain || event.defaultPrevented) return;
    event.preventDefault();
    const frame = link.closest("[data-moving]");
    tapped = frame && frame.standing(link);
    const where = window.location.pathname + link.getAttribute("href").split("#")[0];
    const listed = Boolean(link.closest(".kin"));
    window.htmx.ajax("GET", where, { target: "#graphe", swap: "outerHTML" }).then(() => arrived(listed));
  });

  // A screen reader says who the person is. If the link was in the list, the focus moves to the
  // same person in the new list.
  function arrived(listed) {
    const part = document.getElementById("graphe");
    say(part && part.dataset.said);
    const to = part && part.querySelector(listed ? ".kin [aria-current]" : "#person-title");
    if (to) to.focus({ preventScroll: true });
  }

  // While the slider moves, only the drawing is fetched. When it stops, the rest of the page is
  // fetched too.
  let redraw = 0;
  let asking = null;

  async function drawYear(years) {
    const frame = document.querySelector("[data-moving]");
    if (!frame) return;
    asking?.abort();
    asking = new AbortController();
    const where = `${window.location.pathname}?${new URLSearchParams(new FormData(years))}`;
    try {
      const answer = await fetch(where, { headers: { "HX-Request": "true" }, signal: asking.signal });
      const text = answer.ok ? await answer.text() : "";
      const picture = new DOMParser().parseFromString(text, "text/html").querySelector("svg.lineage");
      if (!picture || !frame.isConnected) return;
      frame.replaceChildren(picture);
      frame.redrawn();
    } catch {
      // Another year was chosen meanwhile, or there is no network. The drawing stays as it is.
    }
  }

  document.addEventListener("input", (event) => {
    const years = event.target.closest("[data-years]");
    if (!years) return;
    years.querySelector("output").textContent = event.target.value;
    clearTimeout(redraw);
    redraw = setTimeout(() => drawYear(years), 80);
  });
  document.addEventListener("change", (event) => {
    const years = event.target.closest("[data-years]");
    if (!years) return;
    clearTimeout(redraw);
    asking?.abort();
    years.requestSubmit();
  });
  document.addEventListener("htmx:load", begin);
  begin();
})();
