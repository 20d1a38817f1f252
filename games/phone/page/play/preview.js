// The preview: the effect of a line while it is being tapped.

// The phone makes the preview itself, without asking the server.
document.addEventListener("htmx:configRequest", (event) => {
  const { elt, target } = event.detail;
  const place = [elt, target].find((element) => element?.id === "preview");
  if (!place || !ready || event.defaultPrevented) return;
  const form = place.closest("form");
  if (form.querySelector(".waits")) return;
  // The button that asks for the preview may also have a value, which counts as tapped.
  const taps = elt.name ? { ...tapsOf(form), [elt.name]: elt.value } : tapsOf(form);
  event.preventDefault();
  inTurn(() => preview(place, form, taps)).catch(console.error);
});

async function preview(place, form, taps) {
  if (!place.isConnected) return; // the line was recorded since, and with the last one the pad is gone
  const around = { preview: null, corrected: null, errors: [] };
  try {
    if (await askWith("complete", { taps, ...at() })) {
      const entry = JSON.stringify(await askWith("tapped", { taps, ...at() }));
      if (correcting) around.corrected = correctedView(await ask("preview", `"index":${correcting - 1},"entry":${entry}}`));
      else around.preview = previewView(await ask("preview", `"entry":${entry}}`));
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    around.errors = [faultsOf(error.refusal).sentence];
  }
  const table = tableView();
  const pad = await padView(table, { taps, number: correcting });
  if (!place.isConnected) return;
  const drawing = correcting ? "games/_corrected.html" : setup.templates.games[slug()].preview;
  const nodes = Templates.draw(drawing, { ...context(table), ...around, pad, preview_url: base.addresses.preview_url });
  nodes.querySelectorAll("[hx-swap-oob]").forEach(putElsewhere);
  place.replaceChildren(nodes);
  const detail = { target: place, elt: place };
  place.dispatchEvent(new CustomEvent("htmx:afterSwap", { bubbles: true, detail }));
}

// Puts a part of an answer in another place of the page, as `hx-swap-oob` does.
function putElsewhere(part) {
  const fragment = document.createDocumentFragment();
  fragment.append(part);
  part.removeAttribute("hx-swap-oob");
  const old = document.getElementById(part.id);
  const detail = { target: old, fragment, shouldSwap: true };
  old.dispatchEvent(new CustomEvent("htmx:oobBeforeSwap", { bubbles: true, detail }));
  if (!detail.shouldSwap) return;
  old.replaceWith(part);
  htmx.process(part);
  part.dispatchEvent(new CustomEvent("htmx:oobAfterSwap", { bubbles: true, detail: { target: part, elt: part } }));
}

function previewView(after) {
  const line = after.lines.at(-1);
  const parts = line.notes.map(part);
  return { parts, sentences: parts.map((part) => part.text), deltas: line.deltas, totals: line.totals, ends: after.result !== null };
}

// Returns the effect of a corrected line: the sides whose totals change, with both totals, and
// whether the match ends or resumes.
function correctedView(after) {
  const [line] = after.lines;
  const sides = base.sides.map(({ number, name }) => ({ name, before: folded.totals[number], after: after.totals[number] }));
  return {
    same: JSON.stringify(line.notes) === JSON.stringify(folded.lines[correcting - 1].notes),
    sides: sides.filter((side) => side.before !== side.after),
    sentences: line.notes.map((note) => part(note).text),
    ends: after.result !== null,
    resumes: folded.result !== null && after.result === null,
  };
}
