// The page of conflicts: shows the lines that this phone has kept of a match beside the sheet, and
// lets the user choose what to do with them.
(() => {
  const root = document.querySelector("[data-settle]");
  const { match, lines, open } = root.dataset;
  const isLocal = match[0] === "U"; // the server has refused to start it (local.js): there is no sheet
  const words = root.querySelector("[data-words]").dataset;
  const $ = (name) => root.querySelector(`[data-${name}]`);
  const rows = root.querySelector("tbody");
  // True while a choice is being carried out, so that a second tap has no effect.
  let choosing = false;

  function textOf(write) {
    if (write.kind === "undo") return words.undo.replace("#", write.number);
    if (write.kind === "replace") return words.correction.replace("#", write.shown);
    return write.shown;
  }

  // Returns the row of a line. If the server has no line with this number, a row is added.
  function rowOf(number) {
    const existing = rows.querySelector(`[data-number="${number}"]`);
    if (existing) return existing;
    const row = document.createElement("tr");
    row.dataset.number = number;
    const head = document.createElement("th");
    head.scope = "row";
    head.className = "figure";
    head.textContent = number;
    const mine = document.createElement("td");
    mine.dataset.mine = "";
    row.append(head, document.createElement("td"), mine);
    rows.append(row);
    return row;
  }

  function drawTwo(writes) {
    rows.querySelectorAll("tr").forEach((row) => {
      row.hidden = true;
      row.classList.remove("is-mine");
      row.querySelector("[data-mine]").replaceChildren();
      if (Number(row.dataset.number) > Number(lines)) row.remove();
    });
    for (const write of writes) {
      const row = rowOf(write.number || 0);
      const part = document.createElement("div");
      part.textContent = textOf(write);
      row.querySelector("[data-mine]").append(part);
      row.classList.add("is-mine");
    }
    const first = Math.min(...writes.map((write) => write.number || 1));
    rows.querySelectorAll("tr").forEach((row) => { row.hidden = Number(row.dataset.number) < first; });
    $("two").hidden = !writes.length;
  }

  function drawWhy(writes, block) {
    const why = $("why");
    why.hidden = !writes.length;
    if (!writes.length) return;
    if (!block) why.textContent = words.waiting;
    else if (block.how === "stale") why.textContent = words.stale;
    else {
      why.textContent = block.code === "other_account" ? words.otherAccount : `${words.refused} ${block.detail || ""}`;
      const used = writes.find((write) => write.block).rules;
      if (used && block.rules && used !== block.rules) why.textContent += ` ${words.rulesChanged}`;
    }
  }

  function drawAside(aside) {
    $("aside").hidden = !aside.length;
    const list = $("aside-list");
    list.replaceChildren(...aside.map((write) => {
      const item = document.createElement("li");
      const text = document.createElement("p");
      text.textContent = `${write.number || ""} ${textOf(write)}`;
      item.append(text);
      if (write.kind === "entry" && !isLocal) {
        const again = document.createElement("a");
        again.className = "button button--small";
        again.href = padOf(write);
        again.textContent = list.dataset.again;
        item.append(again, " ");
      }
      const forget = document.createElement("button");
      forget.type = "button";
      forget.className = "button button--small button--quiet";
      forget.textContent = list.dataset.forget;
      forget.addEventListener("click", () => Outbox.forget(write.client_id).then(draw));
      item.append(forget);
      return item;
    }));
  }

  const padOf = (write) =>
    `${open}?avec=${encodeURIComponent(typeof write.body === "string" ? write.body : JSON.stringify(write.body))}`;

  // Offers all kept lines as files: as readable text, and as the JSON that would have been sent.
  function drawFiles(all) {
    $("files").hidden = !all.length;
    const contents = {
      text: ["text/plain", "txt", all.map((write) => `${write.number || ""}\t${textOf(write)}`).join("\n")],
      json: ["application/json", "json", JSON.stringify(all, null, 1)],
    };
    for (const link of root.querySelectorAll("[data-file]")) {
      const [type, ending, text] = contents[link.dataset.file];
      URL.revokeObjectURL(link.href);
      link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
      link.download = `${match}.${ending}`;
    }
  }

  async function draw() {
    const [writes, aside] = [await Outbox.waiting(match), await Outbox.putAside(match)];
    const block = writes.find((write) => write.block)?.block;
    drawTwo(writes);
    drawWhy(writes, block);
    drawAside(aside);
    drawFiles([...writes, ...aside]);
    $("nothing").hidden = Boolean(writes.length || aside.length);
    for (const choices of root.querySelectorAll("[data-choices]")) {
      choices.hidden = choices.dataset.choices !== block?.how;
    }
  }

  // Fetches the present sheet, because the match may have gone on since this page was made.
  async function present() {
    const headers = { "X-CSRFToken": JSON.parse(document.body.getAttribute("hx-headers"))["x-csrftoken"] };
    const response = await fetch(`/api/v1/matches/${match}/`, { cache: "no-store", headers });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }

  const WAYS = {
    again: () => Outbox.again(match),
    after: async () => Outbox.after(match, await present()),
    theirs: () => Outbox.setAside(match),
    hand: async () => {
      // The match must be started again on the server. Until its lines are set aside, they can be
      // read on this page, and the home page links to it.
      if (isLocal) return location.assign(`/jouer/${document.body.dataset.game}/`);
      const mine = (await Outbox.waiting(match)).find((write) => write.kind === "entry");
      await Outbox.setAside(match);
      return mine && location.assign(padOf(mine));
    },
  };

  root.addEventListener("click", async (event) => {
    const way = event.target.closest("[data-choose]")?.dataset.choose;
    if (!way || choosing) return;
    choosing = true;
    try {
      await WAYS[way]();
      const left = await Outbox.waiting(match);
      if (way !== "hand" && !left.length) location.assign(isLocal && way === "theirs" ? "/" : open);
    } catch {
      $("why").textContent = words.waiting;
    } finally {
      choosing = false;
      draw();
    }
  });

  // Forgets lines that were set aside but have been recorded since.
  async function forgetRecorded() {
    const [aside, sheet] = [await Outbox.putAside(match), await present()];
    const recorded = new Set(sheet.entries.map((entry) => entry.client_id));
    const done = aside.filter((write) => recorded.has(write.client_id));
    for (const write of done) await Outbox.forget(write.client_id);
    if (done.length) await draw();
  }

  Outbox.ready.then((can) => can && forgetRecorded()).catch(() => {}); // without network: next time
  Outbox.ready.then((can) => (can ? draw() : ($("nothing").hidden = false)));
  document.addEventListener("outbox:changed", draw);
})();
