// Keeps a wall up to date. The stream sends changes; without a stream, the page asks every five
// seconds.
(() => {
  const POLL = 5000;
  let streaming = false;
  document.addEventListener("htmx:sseOpen", () => { streaming = true; });
  document.addEventListener("htmx:sseError", () => { streaming = false; });
  setInterval(() => { if (!streaming) htmx.trigger("#wall", "follow-wall"); }, POLL);
})();
