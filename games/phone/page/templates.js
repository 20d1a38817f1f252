// Draws the match page's own templates, which `games/phone/templates.py` turned into lists.
//
// A value can never become markup. While a template is drawn, each value is replaced by a mark.
// Once the result has been parsed, the values are filled in as text in place of their marks.
const Templates = (() => {
  const [OPEN, CLOSE] = ["\uE000", "\uE001"];
  const MARKS = /\uE000(\d+)\uE001/g;

  // A result of drawing: markup with marks in place of the values.
  class Drawn {
    constructor(markup) { this.markup = markup; }
    toString() { return this.markup.replace(MARKS, (_mark, place) => held[place]); }
  }

  let known = {};
  let icons = "";
  let held = [];
  const tags = {};
  const filters = {};

  // --- Values, with the meaning that they have in Django's templates ---

  const isPlain = (value) => Object.getPrototypeOf(value) === Object.prototype;

  function truth(value) {
    if (value === null || value === undefined) return false;
    if (Array.isArray(value)) return value.length > 0;
    if (value instanceof Drawn) return value.markup !== "";
    if (typeof value === "object" && isPlain(value)) return Object.keys(value).length > 0;
    return Boolean(value);
  }

  function resolve(scope, path) {
    let value = path[0] in scope ? scope[path[0]] : undefined;
    for (let at = 1; at < path.length; at++) {
      if (value === null || value === undefined) return undefined;
      const name = path[at];
      const chosen = /^get_(\w+)_display$/.exec(name);
      value = chosen && !(name in Object(value)) ? display(scope, chosen[1], value[chosen[1]]) : value[name];
      if (typeof value === "function") value = value.call(undefined);
    }
    return value;
  }

  const display = (scope, name, value) => scope.game.choices[name]?.[value] ?? value;

  const CONSTANTS = { None: null, True: true, False: false };

  function valueOf(scope, compiled) {
    const [first] = compiled.n ?? [];
    let value = !compiled.n ? compiled.c : first in CONSTANTS ? CONSTANTS[first] : resolve(scope, compiled.n);
    if (!compiled.f) return value;
    if (value === undefined) value = "";
    for (const [name, ...args] of compiled.f) {
      const filter = filters[name];
      if (!filter) throw new Error(`no filter ${name}`);
      value = filter(value, ...args.map((arg) => valueOf(scope, arg)), scope);
    }
    return value;
  }

  const valuesOf = (scope, compiled) =>
    Object.fromEntries(Object.entries(compiled).map(([name, value]) => [name, valueOf(scope, value)]));

  const holds = (group, item) =>
    (typeof group === "string" || Array.isArray(group) ? group.includes(item) : group instanceof Set ? group.has(item) : item in group);
  const none = (value) => (value === undefined ? null : value);
  const OPERATORS = {
    "==": (a, b) => a === b,
    "!=": (a, b) => a !== b,
    is: (a, b) => a === b,
    "is not": (a, b) => a !== b,
    "<": (a, b) => a !== null && b !== null && a < b,
    ">": (a, b) => a !== null && b !== null && a > b,
    "<=": (a, b) => a !== null && b !== null && a <= b,
    ">=": (a, b) => a !== null && b !== null && a >= b,
    in: (a, b) => b !== null && holds(b, a),
    "not in": (a, b) => b !== null && !holds(b, a),
  };

  function condition(scope, test) {
    if (!Array.isArray(test)) return none(valueOf(scope, test));
    const [operator, first, second] = test;
    const left = condition(scope, first);
    if (operator === "not") return !truth(left);
    if (operator === "and") return truth(left) ? condition(scope, second) : left;
    if (operator === "or") return truth(left) ? left : condition(scope, second);
    return OPERATORS[operator](left, condition(scope, second));
  }

  // --- Drawing ---

  function markupOf(value) {
    if (value instanceof Drawn) return value.markup;
    if (value === undefined) return "";
    if (value && typeof value === "object" && "drawn" in value) return value.drawn().markup;
    const plain = text(value);
    if (/^[\w.,+ -]*$/.test(plain)) return plain;
    return `${OPEN}${held.push(plain) - 1}${CLOSE}`;
  }

  function plural(texts, count) {
    if (texts.length === 1) return texts[0];
    return texts[Math.min(2, Math.abs(count))];
  }

  const NODES = {
    v: (scope, value) => markupOf(valueOf(scope, value)),
    set(scope, name, value) {
      scope[name] = valueOf(scope, value);
      return "";
    },
    csrf: (scope) => `<input type="hidden" name="csrfmiddlewaretoken" value="${markupOf(scope.csrf_token)}">`,
    if(scope, branches) {
      const branch = branches.find(([test]) => test === null || truth(condition(scope, test)));
      return branch ? drawn(branch[1], scope) : "";
    },
    for(scope, names, sequence, body, empty) {
      const values = valueOf(scope, sequence);
      const items = values === null || values === undefined ? [] : Array.from(values[Symbol.iterator] ? values : Object.keys(values));
      if (!items.length) return drawn(empty, scope);
      const inner = Object.create(scope);
      const last = items.length - 1;
      return items.map((item, place) => {
        inner.forloop = { counter: place + 1, counter0: place, first: place === 0, last: place === last, parentloop: scope.forloop };
        if (names.length === 1) inner[names[0]] = item;
        else names.forEach((name, at) => { inner[name] = item[at]; });
        return drawn(body, inner);
      }).join("");
    },
    with: (scope, values, body) => drawn(body, Object.assign(Object.create(scope), valuesOf(scope, values))),
    include(scope, name, values) {
      const inner = Object.assign(Object.create(scope), valuesOf(scope, values));
      return drawn(template(valueOf(scope, name)), inner);
    },
    said(scope, texts, values, counted, counter, target) {
      const inner = Object.assign(Object.create(scope), valuesOf(scope, values));
      const count = counter ? valueOf(scope, counter) : 1;
      if (counted) inner[counted] = count;
      const text = plural(texts, count).replace(/%(?:\(([\w.]+)\)s|%)/g, (_place, name) =>
        (name === undefined ? "%" : markupOf(resolve(inner, name.split(".")))));
      if (!target) return text;
      scope[target] = new Drawn(text);
      return "";
    },
    url(scope, pieces, args, target) {
      const address = args.reduce((text, arg, at) => text + encodeURIComponent(valueOf(scope, arg)) + pieces[at + 1], pieces[0]);
      if (!target) return markupOf(address);
      scope[target] = address;
      return "";
    },
    tag(scope, name, args, named, target) {
      if (!tags[name]) throw new Error(`no tag ${name}`);
      const made = tags[name](...args.map((arg) => valueOf(scope, arg)), valuesOf(scope, named), scope);
      if (!target) return markupOf(made);
      scope[target] = made;
      return "";
    },
    first: (scope, values) => markupOf(values.map((value) => valueOf(scope, value)).find(truth) ?? ""),
  };

  function template(name) {
    const names = Array.isArray(name) ? name : [name];
    const existing = names.find((candidate) => known.templates[candidate]);
    if (!existing) throw new Error(`no template ${names}`);
    return known.templates[existing];
  }

  function drawn(nodes, scope) {
    let markup = "";
    for (const node of nodes) {
      if (typeof node === "string") markup += node;
      else markup += NODES[node[0]](scope, ...node.slice(1));
    }
    return markup;
  }

  const part = (name, scope, more = {}) => new Drawn(drawn(template(name), Object.assign(Object.create(scope), more)));

  // Replaces every mark within an element by its value, as text.
  function filled(root) {
    const fill = (text) => text.replace(MARKS, (_mark, place) => held[place]);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) {
        if (node.data.includes(OPEN)) node.data = fill(node.data);
        continue;
      }
      for (const attribute of node.attributes) {
        if (attribute.value.includes(OPEN)) attribute.value = fill(attribute.value);
      }
    }
    return root;
  }

  // Draws a template with a context, and returns the nodes for the page.
  function draw(name, context) {
    held = [];
    const box = document.createElement("template");
    box.innerHTML = drawn(template(name), Object.create(context));
    return filled(box.content);
  }

  // --- Filters of Django and of the site ---

  const text = (value) => ({ null: "None", true: "True", false: "False" })[value] ?? String(value);
  Object.assign(filters, {
    length: (value) => (Array.isArray(value) || typeof value === "string" ? value.length : Object.keys(value ?? {}).length),
    join: (value, between) => Array.from(value, text).join(between),
    unlocalize: text,
    stringformat: text,
    default: (value, other) => (truth(value) ? value : other),
    default_if_none: (value, other) => (value === null ? other : value),
    add: (value, other) => (Number.isNaN(Number(value)) ? value + other : Number(value) + Number(other)),
    ljust: (value, width) => text(value).padEnd(width),
    capfirst: (value) => text(value).charAt(0).toUpperCase() + text(value).slice(1),
    slice(value, bounds) {
      const [start, end] = bounds.split(":").map((bound) => (bound === "" ? undefined : Number(bound)));
      return value.slice(start, end);
    },
    date: (value, form) => value?.[form] ?? "",
    figure: (value) => (value === null || value === "" ? "" : Sentences.figure(known.words, value)),
    signed: (value) => (value > 0 ? "+" : "") + filters.figure(value),
    seat_name: (table, number) => table.seats[number]?.short ?? "",
  });
  tags.icon = (name, also) => {
    const { file = "suits", label } = also;
    const added = truth(also.class) ? ` ${markupOf(also.class)}` : "";
    const aria = truth(label) ? `role="img" aria-label="${markupOf(label)}"` : 'aria-hidden="true"';
    const address = `${icons[file]}#${file === "dice" ? "die-" : ""}`;
    return new Drawn(`<svg class="icon${added}" ${aria}><use href="${markupOf(address)}${markupOf(name)}"></use></svg>`);
  };
  tags.figure_rows = (table, name) => table.shown_lines.map((line) => part(name, { table, line, game: table.game }));

  return {
    filters,
    tags,
    draw,
    truth,
    plural,
    drawn: (markup) => new Drawn(markup),
    // Returns a value as text that can be put into markup.
    mark: markupOf,
    use(templates, words, drawings) {
      known = { ...templates, words };
      icons = drawings;
    },
  };
})();
