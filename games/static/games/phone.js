// Once the page is idle: loads what lets its match go on without network. The page works as before
// until that is ready, and where it never is: an old browser, or one that saves data.
(() => {
  const told = document.getElementById("phone-setup");
  const able = window.Worker && window.indexedDB && window.Outbox && !navigator.connection?.saveData;
  if (!told || !able) return;

  // Scripts run in their order, each once the one before has run.
  const script = (address) => new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = address;
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });

  async function load() {
    const setup = JSON.parse(told.textContent);
    try {
      for (const address of setup.scripts) await script(address);
      await Play.begin(setup);
    } catch (error) {
      console.info("without network: not ready", error); // the network is bad: the page works with it
    }
  }

  // Some pages are never idle for their browser: after that long it is begun anyway.
  const idle = (run) => (window.requestIdleCallback ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200));
  if (document.readyState === "complete") idle(load);
  else window.addEventListener("load", () => idle(load), { once: true });
})();
