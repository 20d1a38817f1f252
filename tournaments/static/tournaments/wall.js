// The room's screen shows each scene in the largest letters that fit, and goes on to the next
// one after some time. It reveals the podium from third to first, and shows a warning when the
// server no longer answers. A list that is too long for its scene is shown in parts, each as
// long as a scene. This is done here, because only the screen knows how much fits on it.
(() => {
  const LOST = 10000; // without an answer for so long, what is shown may be old
  const SMALLEST = 1 / 45; // letters, as a part of the screen's height
  const LARGEST = 1 / 9;
  const COLUMNS = 6; // of tables or groups, at most
  const UNEVEN = 0.8; // letters so much smaller are taken where no cell stays empty then
  const HELD = 15; // seconds of a part, where the scene is held
  const ITEMS = ".wall__tables > li, .wall__names > li, .wall__ranks > li, .wall__pools > section, .wall__progress > section";
  const main = document.getElementById("main");
  const page = () => document.getElementById("follow");
  let heard = Date.now();
  let since = Date.now();
  let asking = false;
  let part = 0;
  let parts = 1;
  let scene = "";

  // Show only one part of the items: the part at index `at`, out of `count` parts.
  function showPart(items, at, count) {
    const from = Math.floor((items.length * at) / count);
    const past = Math.floor((items.length * (at + 1)) / count);
    items.forEach((item, place) => (item.hidden = place < from || place >= past));
  }

  // Return the number of parts that is needed to fit the items in the smallest letters. Return 0
  // if no number of parts is enough.
  function partsOf(items, fits) {
    for (let count = 1; count <= Math.max(items.length, 1); count++) {
      let all = true;
      for (let at = 0; all && at < count; at++) {
        showPart(items, at, count);
        all = fits(innerHeight * SMALLEST);
      }
      // Without htmx nothing moves on by itself. Then all items are shown, and the user scrolls.
      if (all || !window.htmx) return all ? count : 0;
    }
    return 0;
  }

  function fit() {
    const place = document.querySelector("[data-fit]");
    if (!place) return;
    main.classList.add("wall--fitted");
    main.classList.remove("wall--long");
    const fits = (size) => {
      place.style.fontSize = `${size}px`;
      return place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1;
    };
    const items = [...place.querySelectorAll(ITEMS)];
    place.querySelector(".wall__tables, .wall__pools")?.style.removeProperty("--columns");
    items.forEach((item) => (item.style.gridColumn = ""));
    const count = partsOf(items, fits);
    parts = Math.max(count, 1);
    part = Math.min(part, parts - 1);
    showPart(items, part, parts);
    const least = innerHeight * SMALLEST;
    if (count) widest(place, items.filter((item) => !item.hidden), fits, least);
    else {
      fits(least);
      main.classList.add("wall--long");
    }
  }

  // Return the size of the largest letters that fit; 0 if not even size `least` fits.
  function largest(fits, least) {
    if (!fits(least)) return 0;
    let most = innerHeight * LARGEST;
    for (let step = 0; step < 10; step++) {
      const middle = (least + most) / 2;
      if (fits(middle)) least = middle;
      else most = middle;
    }
    return least;
  }

  // Choose the number of columns that gives the largest letters, and prefer numbers that leave
  // no cell empty. If cells are left empty in any case, the last item spreads over them.
  function widest(place, items, fits, least) {
    const grid = place.querySelector(".wall__tables, .wall__pools");
    const columned = (columns) => {
      grid?.style.setProperty("--columns", columns);
      const left = (columns - (items.length % columns)) % columns;
      items.forEach((item) => (item.style.gridColumn = ""));
      if (grid && left) items.at(-1).style.gridColumn = `span ${left + 1}`;
      return left;
    };
    let best = { worth: 0, size: least, columns: 1 };
    for (let columns = 1; columns <= (grid ? Math.min(COLUMNS, items.length) : 1); columns++) {
      const left = columned(columns);
      const size = largest(fits, least);
      const worth = left ? size * UNEVEN : size;
      if (worth > best.worth) best = { worth, size, columns };
    }
    columned(best.columns);
    fits(best.size);
  }

  // Reveal the podiums in the order third, second, first. This is done once on each screen.
  function reveal() {
    const podiums = document.querySelectorAll(".podium");
    const key = `podium ${location.pathname}`;
    if (!podiums.length || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "told");
    podiums.forEach((podium) => {
      podium.classList.add("podium--hiding");
      [...podium.children].reverse().forEach((place, at) => setTimeout(() => place.classList.add("is-told"), 4000 * (at + 1)));
    });
  }

  function showScene() {
    since = Date.now();
    const now = new URL(page().getAttribute("hx-get") || "", location).searchParams.get("vue") || "";
    if (now !== scene) part = 0;
    scene = now;
    fit();
    reveal();
  }

  function advance() {
    const { stay, next } = page().dataset;
    if (asking || document.hidden || !window.htmx || Date.now() - since < (stay || HELD) * 1000) return;
    if (parts > 1 && (part + 1 < parts || !stay)) {
      part = (part + 1) % parts;
      since = Date.now();
      fit();
      return;
    }
    if (!stay) return;
    asking = true;
    htmx.ajax("GET", next, { target: "#follow", swap: "outerHTML" }).catch(() => {}).finally(() => {
      asking = false;
      since = Math.max(since, Date.now() - stay * 1000 + 5000); // not sooner than in five seconds
    });
  }

  function tellLost() {
    const sign = document.querySelector("[data-lost]");
    const lost = Boolean(window.htmx) && Date.now() - heard > LOST;
    if (sign.hidden !== lost) return;
    sign.hidden = !lost;
    sign.querySelector("[data-lost-at]").textContent = new Date(heard).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  }

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.xhr.status && detail.xhr.status < 500) heard = Date.now();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "follow") showScene();
  });
  document.addEventListener("visibilitychange", () => (heard = document.hidden ? heard : Date.now()));
  window.addEventListener("resize", fit);
  document.fonts?.ready.then(fit);
  showScene();
  setInterval(() => {
    advance();
    tellLost();
  }, 1000);
})();
