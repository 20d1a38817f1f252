// The pad, drawn like a Django form, with its refusals and the values tapped in it.

// The error messages of a field, drawn like Django's error lists.
class Faults extends Array {
  static of(field, sentences) {
    const faults = Faults.from(sentences);
    faults.field = field;
    return faults;
  }
  drawn() {
    if (!this.length) return Templates.drawn("");
    const lines = [...this].map((text) => `<li>${Templates.mark(text)}</li>`).join("");
    const of = this.field ? `" id="id_${this.field}_error"` : ' nonfield"';
    return Templates.drawn(`<ul class="errorlist${of}>${lines}</ul>`);
  }
}

// An input of the pad, which the templates use like a bound field of Django.
class Field {
  constructor(name, input, value, faults = []) {
    Object.assign(this, { name, html_name: name, auto_id: `id_${name}`, id_for_label: `id_${name}`, value });
    this.label = input.label;
    this.required = input.required;
    this.widget_type = input.kind;
    this.choices = input.choices ?? [];
    this.field = { choices: this.choices };
    this.errors = Faults.of(name, faults);
  }
  *[Symbol.iterator]() {
    const value = String(this.value ?? "");
    for (const [place, [choice, label]] of this.choices.entries()) {
      const data = { name: this.name, value: choice, selected: choice === value };
      yield { data, id_for_label: `id_${this.name}_${place}`, choice_label: label };
    }
  }
  drawn() {
    const { mark } = Templates;
    const value = this.value === null || this.value === undefined ? "" : ` value="${mark(String(this.value))}"`;
    const type = ["hidden", "number", "checkbox"].includes(this.widget_type) ? this.widget_type : "text";
    return Templates.drawn(`<input type="${type}" name="${mark(this.name)}"${value}${this.required && type !== "hidden" ? " required" : ""} id="id_${mark(this.name)}">`);
  }
}

// Returns the pad for the next line, or for line `number`. With `taps` it is filled with these
// values.
async function padView(table, { taps = null, faults = {}, number = null } = {}) {
  const state = await askWith("pad", { taps: taps ?? {}, ...(number === null ? {} : { index: number - 1 }) });
  const first = { client_id: crypto.randomUUID(), after: nextVersion() };
  const fields = { ...base.pad };
  const own = games[slug()] ?? {};
  const pad = { ...state, rules: table.rules, table, number, is_bound: taps !== null, waits: null, in_place: number !== null };
  own.fields?.(fields, { table, pad, folded, correcting: number !== null });
  inputs = Object.keys(fields);
  const values = { ...Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value])), ...own.first?.({ table, pad, folded }) };
  if (taps) Object.keys(fields).forEach((name) => { values[name] = taps[name] ?? null; });
  Object.assign(values, first);
  for (const [name, input] of Object.entries(fields)) pad[name] = new Field(name, input, values[name], faults[name]);
  pad.fields = fields;
  const made = inputs.map((name) => pad[name]);
  pad[Symbol.iterator] = () => made[Symbol.iterator]();
  pad.visible_fields = made.filter((field) => field.widget_type !== "hidden");
  pad.non_field_errors = Faults.of("", faults[""] ?? []);
  own.pad?.(pad, { table, folded, taps: taps ?? {}, number });
  return pad;
}

function tapsOf(form, button) {
  const taps = {};
  for (const [name, value] of new FormData(form, button)) {
    const { several } = base.pad[name] ?? {};
    if (several || (name in taps && !base.pad[name])) taps[name] = [...(taps[name] ?? []), value];
    else taps[name] = value;
  }
  delete taps.csrfmiddlewaretoken;
  return taps;
}

// Returns the sentence of a refusal, and the errors of the pad: the sentence is at the input that
// the refusal is about.
function faultsOf({ code, field, number, params }) {
  const sentence = Sentences.refusal(setup.words, slug(), { code, field, number, params }, names());
  const own = games[slug()]?.field?.(field, folded) ?? base.field_of[field] ?? field;
  return { sentence, faults: { [inputs.includes(own) ? own : ""]: [sentence] } };
}

// Returns the sentence of a refusal. With `meanwhile`, it is worded for a line that is still being
// tapped.
function sentence(refusal, meanwhile = false) {
  const { games: all } = setup.words;
  const errors = { ...all[slug()].errors, ...(meanwhile ? base.more.errors : {}) };
  const words = { ...setup.words, games: { ...all, [slug()]: { ...all[slug()], errors } } };
  return Sentences.refusal(words, slug(), refusal, names());
}

// Returns the values tapped for a line on this phone, or those with which the server would fill its
// pad; null if neither is known.
function tapsAt(number) {
  const own = waiting.filter((write) => write.number === number && write.taps).at(-1);
  const known = own?.taps ?? base.taps[number];
  if (!known) return null;
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== false && value !== ""));
}
