// « Ma table »: the phone vibrates when a new table is published while the page is open. If the
// user asks for it and the browser can, messages are sent while the page is closed too (Web
// Push).
(() => {
  const seat = () => document.querySelector("[data-mine]")?.dataset.mine || "";
  let last = seat();

  document.addEventListener("followed", () => {
    const now = seat();
    if (now && now !== last && navigator.vibrate) navigator.vibrate([200, 100, 200]);
    last = now;
  });

  const form = document.querySelector("[data-push]");
  if (!form || !("PushManager" in window) || !navigator.serviceWorker || Notification.permission === "denied") return;
  const { add, remove } = form.elements;

  async function digest(text) {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function fill(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    form.elements.url.value = endpoint;
    form.elements.p256dh.value = keys.p256dh;
    form.elements.auth.value = keys.auth;
  }

  navigator.serviceWorker.ready.then(async ({ pushManager }) => {
    const had = await pushManager.getSubscription();
    const subscribed = Boolean(had) && form.dataset.known.split(" ").includes(await digest(had.endpoint));
    if (subscribed) fill(had);
    add.hidden = subscribed;
    remove.hidden = !subscribed;
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      if (event.submitter !== add || form.elements.url.value) return;
      event.preventDefault();
      try {
        // The browser asks the user for permission. If it is refused, an exception follows.
        const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push });
        fill(made);
        form.requestSubmit(add);
      } catch {
        form.hidden = true;
      }
    });
  }).catch(() => {});
})();
