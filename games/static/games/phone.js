// Once the page is idle, loads what its match needs to continue without network. Until that is
// loaded, the page works as usual. An old browser, or one that saves data, never loads it.
(() => {
  const element = document.getElementById("phone-setup");
  const able = window.Worker && window.indexedDB && window.Outbox && !navigator.connection?.saveData;
  if (!element || !able) return;

  // Loads a script. Each script is loaded only after the previous one has run.
  const script = (address) => new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = address;
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });

  async function load() {
    const setup = JSON.parse(element.textContent);
    try {
      for (const address of setup.scripts) await script(address);
      await Play.begin(setup);
    } catch (error) {
      console.info("without network: not ready", error); // the network is bad: the page works with it
    }
  }

  // Some browsers never consider the page idle, so loading begins after two seconds at the latest.
  const idle = (run) => (window.requestIdleCallback ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200));
  if (document.readyState === "complete") idle(load);
  else window.addEventListener("load", () => idle(load), { once: true });
})();
