// The page that is shown in place of a page that is not stored. It lists the stored pages
// (offline.js stores them).
(() => {
  async function tellStored() {
    const list = document.querySelector("[data-stored]");
    const all = self.caches ? await (await caches.open("pages")).keys() : [];
    const stored = all.filter((request) => !/(\.json|\/telephone\/)$/.test(request.url));
    const items = await Promise.all(stored.map(async (request) => {
      const text = await (await caches.match(request, { ignoreVary: true })).text();
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = new URL(request.url).pathname;
      link.textContent = new DOMParser().parseFromString(text, "text/html").title || link.href;
      item.append(link);
      return item;
    }));
    if (items.length) list.replaceChildren(...items);
    else list.textContent = list.dataset.empty;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-reload]")) location.reload();
  });
  tellStored().catch(() => {});
})();
