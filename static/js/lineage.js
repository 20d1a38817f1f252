// The picture of a graph: drag to move, pinch, wheel or buttons to come nearer; and the years.
(() => {
  const frame = document.querySelector("[data-lineage]");
  const svg = frame && frame.querySelector("svg");
  if (svg) move(frame, svg);

  function move(frame, svg) {
    const full = { x: 0, y: 0, w: svg.width.baseVal.value, h: svg.height.baseVal.value };
    const pointers = new Map();
    let view = { ...full };
    let dragged = false;
    let gap = 0;

    const show = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    const scale = () => Math.max(view.w / frame.clientWidth, view.h / frame.clientHeight);

    function look(x, y, factor) {
      const w = frame.clientWidth * factor;
      const h = frame.clientHeight * factor;
      view = { x: x - w / 2, y: y - h / 2, w, h };
      show();
    }

    function whole() {
      look(full.w / 2, full.h / 2, Math.max(full.w / frame.clientWidth, full.h / frame.clientHeight));
    }

    // Comes nearer to a point of the screen, which stays where it is.
    function zoom(by, clientX, clientY) {
      const box = frame.getBoundingClientRect();
      const most = Math.max(full.w / frame.clientWidth, full.h / frame.clientHeight) * 1.5;
      const factor = Math.min(Math.max(scale() * by, 0.2), Math.max(most, 1));
      const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
      const [cx, cy] = [view.x + view.w / 2, view.y + view.h / 2];
      look(cx + dx * (scale() - factor), cy + dy * (scale() - factor), factor);
    }

    function spread() {
      const [a, b] = [...pointers.values()];
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    }

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
      dragged = true;
      pointers.set(event.pointerId, event);
      if (pointers.size === 2) {
        const now = spread();
        const [a, b] = [...pointers.values()];
        if (now && gap) zoom(gap / now, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
        gap = now;
        return;
      }
      view.x -= dx * scale();
      view.y -= dy * scale();
      show();
    });
    const release = (event) => pointers.delete(event.pointerId);
    ["pointerup", "pointercancel", "pointerleave"].forEach((name) => frame.addEventListener(name, release));
    // What ends a drag is no tap on a person.
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
    document.querySelectorAll("[data-zoom]").forEach((button) => {
      button.addEventListener("click", () => {
        const box = frame.getBoundingClientRect();
        if (button.dataset.zoom === "all") whole();
        else zoom(Number(button.dataset.zoom), box.left + box.width / 2, box.top + box.height / 2);
      });
    });

    frame.setAttribute("data-moving", "");
    const here = svg.querySelector(".spot--here") || svg.querySelector(".spot");
    // As long as names can be read it is all there from the start.
    const readable = Math.max(full.w / frame.clientWidth, full.h / frame.clientHeight) <= 1.5;
    if (readable || !here) whole();
    else {
      const at = here.transform.baseVal[0].matrix;
      look(at.e, at.f + frame.clientHeight / 4, 1);
    }
  }

  const years = document.querySelector("[data-years]");
  if (years) {
    const slider = years.querySelector("input[type=range]");
    slider.addEventListener("input", () => { years.querySelector("output").textContent = slider.value; });
    slider.addEventListener("change", () => years.requestSubmit());
  }
})();
