// Keeps the page up to date: follows the stream, or asks every two seconds without it, and shows
// whether the screen is up to date.
const Live = (() => {
  const POLL = 2000;
  let streaming = false;
  let writing = 0;
  let shown = version();

  let refused = false; // a line that was not taken stays so, whatever is read afterwards

  function version() {
    const table = document.getElementById("table");
    return table ? Number(table.dataset.version) : 0;
  }

  let away = false; // the server does not answer
  let late = 0;

  // What the sign says of a state. Lines that wait on this phone count for more than the connection.
  function words(sign, state) {
    const { unsentLines: lines, aloneLines, sending, alone, seen } = sign.dataset;
    const kept = "playable" in document.documentElement.dataset;
    const text = () => {
      if (state === "unsentLines") return (away ? aloneLines : sending).replace("#", lines);
      return state === "waiting" && kept ? alone : sign.dataset[state];
    };
    return away && seen ? `${text()} (${seen})` : text();
  }

  function show(state) {
    const sign = document.querySelector("[data-sign]");
    if (!sign) return;
    if (["connected", "waiting"].includes(state)) away = state === "waiting";
    const shown = sign.dataset.unsentLines && ["connected", "waiting"].includes(state) ? "unsentLines" : state;
    const place = sign.querySelector("[data-sign-text]");
    const text = words(sign, shown);
    clearTimeout(late);
    if (sign.dataset.state === shown && place.textContent === text) return;
    const put = () => {
      place.textContent = text;
      place.classList.toggle("visually-hidden", shown === "connected");
    };
    sign.dataset.state = shown;
    // A line is sent in a moment: no words come and go for that.
    if (shown === "saving" || (shown === "unsentLines" && !away)) late = setTimeout(put, 1000);
    else put();
  }

  // The values of the pad, as they would be sent.
  function typed() {
    const form = document.getElementById("pad-form");
    return form ? new URLSearchParams(new FormData(form)).toString() : "";
  }

  // A half-typed hand is never lost: its values are sent along, and come back for the new sheet.
  function padInUse() {
    const form = document.getElementById("pad-form");
    return Boolean(form) && inUse(form);
  }

  // An open fold is being read: then only the board and the sheet are fetched.
  function unfolded() {
    return Boolean(document.querySelector("#match details[open]"));
  }

  // The pad was not updated while a fold was open.
  function padBehind() {
    const after = document.querySelector("#pad-form [name=after]");
    return Boolean(after) && !document.querySelector("#pad .waits") && Number(after.value) < version();
  }

  function follow() {
    if (document.hidden || writing) return;
    if (padInUse()) htmx.trigger("#pad-follow", "follow-pad");
    else if (unfolded()) htmx.trigger("#table", "follow-table");
    else htmx.trigger("#match", "follow-match");
  }

  function isWrite(event) {
    return event.detail.requestConfig.verb !== "get" && event.detail.elt.id !== "preview";
  }

  document.addEventListener("toggle", () => {
    if (padBehind() && !unfolded()) follow();
  }, true);

  document.addEventListener("sse:version", (event) => {
    if (Number(event.detail.data) !== version()) follow();
  });
  // For those who only watch, the stream itself brings the match as it stands.
  let brought = "";
  function bring() {
    const html = brought;
    const told = html.match(/data-version="(\d+)"/);
    if (document.hidden || !told || Number(told[1]) <= version()) return;
    if (document.getElementById("pad-form") || writing) { follow(); return; }
    if (touching()) { setTimeout(bring, 2 * TAP_LASTS); return; }
    brought = "";
    const [place, options] = unfolded() ? ["#table", { select: "#table" }] : ["#match", {}];
    htmx.swap(place, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, options);
    show("connected");
  }
  document.addEventListener("sse:page", (event) => {
    brought = event.detail.data;
    bring();
  });
  document.addEventListener("htmx:sseOpen", () => {
    streaming = true;
    follow();
  });
  document.addEventListener("htmx:sseError", () => { streaming = false; });
  document.addEventListener("visibilitychange", follow);
  // Come back to by the browser's arrow, the page stands as it was left: it may be behind.
  window.addEventListener("pageshow", (event) => { if (event.persisted) follow(); });
  window.addEventListener("online", follow);
  window.addEventListener("offline", () => show("waiting"));
  setInterval(() => { if (!streaming) follow(); }, POLL);

  // What is played on this phone alone (play.js): what waits there, and news to be fetched.
  document.addEventListener("play:sign", () => show(away || navigator.onLine === false ? "waiting" : "connected"));
  document.addEventListener("play:ready", () => { if (away) show("waiting"); });
  document.addEventListener("outbox:sent", () => { away = false; });
  if (navigator.onLine === false || document.documentElement.dataset.seen) show("waiting");
  document.addEventListener("play:behind", follow);

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isWrite(event)) return;
    writing += 1;
    refused = false;
    document.querySelectorAll("[data-told]").forEach((told) => told.remove());
    show("saving");
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.elt.id === "advice") return; // says nothing about the match
    if (isWrite(event)) writing -= 1;
    const status = event.detail.xhr.status;
    if (status === 0) return; // replaced by a newer request, or already reported by htmx:sendError
    const answered = status < 400 || event.detail.successful || [400, 409, 422].includes(status);
    if (isWrite(event)) refused = !answered;
    show(answered && !refused ? "connected" : "refused");
  });
  // An answer that was on its way during a write or a tap is too old: its content is shown already,
  // or it would clear the taps. So it is dropped, and asked for once more.
  let sent = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "pad-follow") sent = typed();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, serverResponse } = event.detail;
    const asked = requestConfig.elt.id;
    if (requestConfig.verb !== "get" || !["match", "table", "pad-follow"].includes(asked)) return;
    const told = serverResponse.match(/data-version="(\d+)"/);
    const late = told && Number(told[1]) <= version();
    const tapped = asked === "pad-follow" ? typed() !== sent : asked === "match" && padInUse();
    if (!late && !tapped && !touching()) return;
    event.detail.shouldSwap = false;
    if (!late) setTimeout(follow, touching() ? 2 * TAP_LASTS : 0);
  });
  // A refused write answers with the match and the reason in it; any other 403 is a page of its
  // own.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status !== 403 || !event.detail.serverResponse.includes('id="match"')) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });
  document.addEventListener("htmx:sendError", (event) => {
    show("waiting");
    if (isWrite(event)) tellUnsent(event.detail.elt);
  });

  // Shown in the preview, near the thumb, else where the state is.
  function tellUnsent(form) {
    const preview = form.querySelector(".pad__last > .preview");
    const sign = document.querySelector("[data-sign]");
    if (preview) {
      const told = document.createElement("span");
      told.className = "preview__error";
      told.dataset.told = "";
      told.textContent = sign.dataset.unsent;
      preview.replaceChildren(told);
    } else sign.querySelector("[data-sign-text]").textContent = sign.dataset.unsent;
    say(sign.dataset.unsent);
  }

  // Changes are marked for a moment, and read aloud.
  document.addEventListener("htmx:afterSettle", (event) => {
    const words = event.target.querySelector?.(".messages .notice, .errorlist li");
    if (words) say(words.textContent);
    if (version() === shown) return;
    shown = version();
    document.title = document.getElementById("table").dataset.title;
    const lines = document.querySelectorAll("[data-line]");
    const last = lines[lines.length - 1];
    if (!last) return;
    last.classList.add("is-fresh");
    say(last.dataset.say);
  });

  // `isWriting`: a form is on its way, which may have more in it than the screen.
  return { version, isWriting: () => writing > 0 };
})();

// The arrow of a match leads where one came from, as long as this tab is open; else to the home page.
(() => {
  const MATCH = /^\/parties\/(\w+)\//;
  const FORMS = /^\/(jouer|compte|langue|l)\//; // nobody wants to be back in one of these
  const own = location.pathname.match(MATCH);
  const from = document.referrer ? new URL(document.referrer) : null;
  if (!own) return;
  const key = (id) => `back:${id}`;
  if (from && from.origin === location.origin && !FORMS.test(from.pathname)) {
    const before = from.pathname.match(MATCH);
    // From the match before, of which this is the return match: back to where that one led.
    const place = before ? sessionStorage.getItem(key(before[1])) : from.href;
    if (place) sessionStorage.setItem(key(own[1]), place);
  }
  document.addEventListener("click", (event) => {
    const arrow = event.target.closest("[data-back]");
    const place = sessionStorage.getItem(key(own[1]));
    if (arrow && place) arrow.href = place;
  }, true);
})();
