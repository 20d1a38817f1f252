// The room's screen: each scene in the largest letters that fit, the next after its time, the podium
// from third to first, and a sign when the server no longer answers.
(() => {
  const LOST = 10000; // without an answer for so long, what is shown may be old
  const SMALLEST = 1 / 45; // letters, as a part of the screen's height
  const LARGEST = 1 / 9;
  const main = document.getElementById("main");
  const page = () => document.getElementById("follow");
  let heard = Date.now();
  let since = Date.now();
  let asking = false;

  function fit() {
    const place = document.querySelector("[data-fit]");
    if (!place) return;
    main.classList.add("wall--fitted");
    main.classList.remove("wall--long");
    const fits = (size) => {
      place.style.fontSize = `${size}px`;
      return place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1;
    };
    let least = innerHeight * SMALLEST;
    let most = innerHeight * LARGEST;
    if (!fits(least)) main.classList.add("wall--long");
    else {
      for (let step = 0; step < 10; step++) {
        const middle = (least + most) / 2;
        if (fits(middle)) least = middle;
        else most = middle;
      }
      fits(least);
    }
  }

  // Third, second, first: once on each screen.
  function reveal() {
    const podium = document.querySelector(".podium");
    const key = `podium ${location.pathname}`;
    if (!podium || sessionStorage.getItem(key)) return;
    sessionStorage.setItem(key, "told");
    podium.classList.add("podium--hiding");
    [...podium.children].reverse().forEach((place, at) => setTimeout(() => place.classList.add("is-told"), 4000 * (at + 1)));
  }

  function shown() {
    since = Date.now();
    fit();
    reveal();
  }

  function advance() {
    const { stay, next } = page().dataset;
    if (!stay || asking || document.hidden || !window.htmx || Date.now() - since < stay * 1000) return;
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
    if (event.target.id === "follow") shown();
  });
  document.addEventListener("visibilitychange", () => (heard = document.hidden ? heard : Date.now()));
  window.addEventListener("resize", fit);
  document.fonts?.ready.then(fit);
  shown();
  setInterval(() => {
    advance();
    tellLost();
  }, 1000);
})();
