// Keeps the page up to date: it follows the stream, or asks every two seconds if there is none. It
// also shows whether the screen is up to date.
const Live = (() => {
  const POLL = 2000;
  let streaming = false;
  let writing = 0;
  let announced = version();

  let refused = false; // a line that was not taken stays so, whatever is read afterwards

  function version() {
    const table = document.getElementById("table");
    return table ? Number(table.dataset.version) : 0;
  }

  let away = false; // the server does not answer
  let late = 0;

  // Returns the words of the sign for a state. Lines that wait on this phone are more important
  // than the connection.
  function words(sign, state) {
    const { unsentLines: lines, aloneLines, sending, alone, seen } = sign.dataset;
    const playable = "playable" in document.documentElement.dataset;
    const text = () => {
      if (state === "unsentLines") return (away ? aloneLines : sending).replace("#", lines);
      return state === "waiting" && playable ? alone : sign.dataset[state];
    };
    return away && seen ? `${text()} (${seen})` : text();
  }

  function show(state) {
    const sign = document.querySelector("[data-sign]");
    if (!sign) return;
    if (["connected", "waiting"].includes(state)) away = state === "waiting";
    const effective = sign.dataset.unsentLines && ["connected", "waiting"].includes(state) ? "unsentLines" : state;
    const place = sign.querySelector("[data-sign-text]");
    const text = words(sign, effective);
    clearTimeout(late);
    if (sign.dataset.state === effective && place.textContent === text) return;
    const put = () => {
      place.textContent = text;
      place.classList.toggle("visually-hidden", effective === "connected");
    };
    sign.dataset.state = effective;
    // A line is usually sent within a second, so its words are shown only if it takes longer.
    if (effective === "saving" || (effective === "unsentLines" && !away)) late = setTimeout(put, 1000);
    else put();
  }

  // Returns the values of the pad as they would be sent.
  function typed() {
    const form = document.getElementById("pad-form");
    return form ? new URLSearchParams(new FormData(form)).toString() : "";
  }

  // Tells whether the pad has tapped values. They are then sent along with the request for the new
  // sheet and come back in its pad, so that they are not lost.
  function padInUse() {
    const form = document.getElementById("pad-form");
    return Boolean(form) && inUse(form);
  }

  // Tells whether a fold is open, which somebody may be reading. Then only the board and the sheet
  // are fetched.
  function unfolded() {
    return Boolean(document.querySelector("#match details[open]"));
  }

  // Tells whether the pad is older than the sheet, because it was not updated while a fold was
  // open.
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
  // For people who may only watch, the stream itself sends the new part of the page.
  let brought = "";
  function bring() {
    const html = brought;
    const match = html.match(/data-version="(\d+)"/);
    if (document.hidden || !match || Number(match[1]) <= version()) return;
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
  // If the browser's back button restores the page, it is as it was when it was left, so it may be
  // out of date.
  window.addEventListener("pageshow", (event) => { if (event.persisted) follow(); });
  window.addEventListener("online", follow);
  window.addEventListener("offline", () => show("waiting"));
  setInterval(() => { if (!streaming) follow(); }, POLL);

  // Signals from the play on this phone (play.js): lines wait to be sent, or the server has news to
  // fetch.
  document.addEventListener("play:sign", () => show(away || navigator.onLine === false ? "waiting" : "connected"));
  document.addEventListener("play:ready", () => { if (away) show("waiting"); });
  document.addEventListener("outbox:sent", () => { away = false; });
  if (navigator.onLine === false || document.documentElement.dataset.seen) show("waiting");
  document.addEventListener("play:behind", follow);

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isWrite(event)) return;
    writing += 1;
    refused = false;
    document.querySelectorAll("[data-told]").forEach((message) => message.remove());
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
  // If a write or a tap happened while an answer was on its way, the answer is out of date or would
  // clear the taps. So it is dropped and requested again.
  let sent = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id === "pad-follow") sent = typed();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, serverResponse } = event.detail;
    const target = requestConfig.elt.id;
    if (requestConfig.verb !== "get" || !["match", "table", "pad-follow"].includes(target)) return;
    const match = serverResponse.match(/data-version="(\d+)"/);
    const late = match && Number(match[1]) <= version();
    const tapped = target === "pad-follow" ? typed() !== sent : target === "match" && padInUse();
    if (!late && !tapped && !touching()) return;
    event.detail.shouldSwap = false;
    if (!late) setTimeout(follow, touching() ? 2 * TAP_LASTS : 0);
  });
  // The answer to a refused write is the match with the reason in it, and it is shown. Any other
  // 403 is a separate page.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.xhr.status !== 403 || !event.detail.serverResponse.includes('id="match"')) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });
  document.addEventListener("htmx:sendError", (event) => {
    show("waiting");
    if (isWrite(event)) tellUnsent(event.detail.elt);
  });

  // Says that a write was not sent: in the preview, which is near the thumb, or else in the sign.
  function tellUnsent(form) {
    const preview = form.querySelector(".pad__last > .preview");
    const sign = document.querySelector("[data-sign]");
    if (preview) {
      const message = document.createElement("span");
      message.className = "preview__error";
      message.dataset.told = "";
      message.textContent = sign.dataset.unsent;
      preview.replaceChildren(message);
    } else sign.querySelector("[data-sign-text]").textContent = sign.dataset.unsent;
    say(sign.dataset.unsent);
  }

  // Returns the number of the newest line on the sheet.
  function newest() {
    const numbers = [...document.querySelectorAll("#table a[href*='/lignes/']")]
      .map((link) => Number(link.getAttribute("href").match(/\/lignes\/(\d+)\//)[1]));
    return Math.max(0, ...numbers);
  }
  let lines = newest();
  let padded = Boolean(document.getElementById("pad"));
  // The scores of the table in words: its sides', or what the game's own board has instead.
  const scoresOf = (table) => table?.dataset.scores || table?.querySelector("[data-scores]")?.dataset.scores || "";
  let scores = scoresOf(document.getElementById("table"));

  // Returns the words of these messages that have not been read aloud yet, without their buttons.
  const said = new WeakSet();
  function unsaid(place, messages) {
    const left = [...(place.querySelectorAll?.(messages) ?? [])].filter((message) => !said.has(message));
    return left.map((message) => {
      said.add(message);
      const copy = message.cloneNode(true);
      copy.querySelectorAll("button, a").forEach((button) => button.remove());
      return copy.textContent;
    });
  }

  // Returns what happened together with the scores, or with the result if the match is over.
  function whole(what) {
    scores = scoresOf(document.getElementById("table"));
    const result = document.getElementById("result-title");
    return [what, result?.textContent ?? (scores && `${scores}.`)].filter(Boolean).join(" ");
  }

  // Reads aloud what happened, once: the message or the new line, and the scores, or the result if
  // the match is over. The new line is marked for a moment. The result gets the focus, because the
  // pad that had it is gone.
  function tell({ target }) {
    if (["preview", "advice"].includes(target.id)) return;
    const notice = unsaid(target, ".messages .notice")[0];
    const faults = unsaid(target, ".errorlist li");
    // While the newest line is corrected, a sheet may show it as a key.
    const before = lines;
    const after = document.querySelector("#match.match--corrects") ? before : newest();
    const table = document.getElementById("table");
    const changed = version() !== announced || after !== before || scoresOf(table) !== scores;
    const kept = padded;
    announced = version();
    lines = after;
    padded = Boolean(document.getElementById("pad"));
    if (!changed) {
      say(notice ?? faults.join(" "));
      return;
    }
    const result = document.getElementById("result-title");
    document.title = table.dataset.title;
    const places = document.querySelectorAll("[data-line]");
    const last = places[places.length - 1];
    if (after > before) last?.classList.add("is-fresh");
    // The server has what this page has said already, or the words of a correction are still to come.
    if (after === before && !notice && (padded || scoresOf(table) === scores)) {
      say(faults.join(" "));
      return;
    }
    const what = notice ?? (after > before ? last?.dataset.say : "");
    say(whole(what));
    if (result && kept && !padded) result.focus({ preventScroll: true });
  }
  document.addEventListener("htmx:afterSettle", tell);
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target.id === "preview") say(target.innerText);
  });

  // Whoever comes from the form of a new match goes on with the pad.
  if (/\/jouer\//.test(document.referrer)) document.getElementById("pad")?.focus({ preventScroll: true });

  // `isWriting`: a form is being sent, which may contain more than the screen shows.
  return { version, whole, isWriting: () => writing > 0 };
})();

// In a match, the back arrow leads to the page from which the match was opened in this tab, or else
// to the home page.
(() => {
  const MATCH = /^\/parties\/(\w+)\//;
  const FORMS = /^\/(jouer|compte|langue|l)\//; // nobody wants to be back in one of these
  const own = location.pathname.match(MATCH);
  const from = document.referrer ? new URL(document.referrer) : null;
  if (!own) return;
  const key = (id) => `back:${id}`;
  if (from && from.origin === location.origin && !FORMS.test(from.pathname)) {
    const before = from.pathname.match(MATCH);
    // If that page was the previous match of the series, the arrow leads where the arrow of that
    // match led.
    const place = before ? sessionStorage.getItem(key(before[1])) : from.href;
    if (place) sessionStorage.setItem(key(own[1]), place);
  }
  document.addEventListener("click", (event) => {
    const arrow = event.target.closest("[data-back]");
    const place = sessionStorage.getItem(key(own[1]));
    if (arrow && place) arrow.href = place;
  }, true);
})();
