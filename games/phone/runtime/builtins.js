// Python's built-in functions.

const $bool = (x = false) => $truth(x);
const $any = (items) => {
  for (const item of items) if ($truth(item)) return true;
  return false;
};
const $all = (items) => {
  for (const item of items) if (!$truth(item)) return false;
  return true;
};
function $len(x) {
  if (typeof x === "string") return $characters(x).length;
  if (Array.isArray(x) || x instanceof $Dict || x instanceof $Set) return x.length;
  throw new $TypeError("it has no length");
}
const $list = (items = []) => [...items];
const $tuple = (items = []) => (items instanceof $Tuple ? items : $T([...items]));
const $set = (items) => new $Set(items);
const $frozenset = (items) => new $FrozenSet(items);
function $dict(of = [], more = {}) {
  const made = new $Dict(of instanceof $Dict ? $pairs(of) : of);
  for (const [key, value] of Object.entries(more)) made.put(key, value);
  return made;
}
$dict.fromkeys = (keys, value = null) => new $Dict(Array.from(keys, (key) => [key, value]));
const $MappingProxyType = (mapping) => mapping;

function $range(from, to, step = 1) {
  if (to === undefined) [from, to] = [0, from];
  const made = [];
  if (step === 0) throw new $ValueError("a step of zero");
  for (let i = Number(from); step > 0 ? i < to : i > to; i += step) made.push(i);
  return made;
}
function* $enumerate(items, from = 0) {
  let count = typeof from === "object" ? from.start : from;
  for (const item of items) yield $T([count++, item]);
}
function $zip(iterables, { strict = false } = {}) {
  const all = iterables.map((items) => [...items]);
  const lengths = all.map((items) => items.length);
  const length = all.length ? Math.min(...lengths) : 0;
  if (strict && lengths.some((other) => other !== length)) {
    throw new $ValueError("zip() of different lengths");
  }
  const made = [];
  for (let i = 0; i < length; i++) made.push($T(all.map((items) => items[i])));
  return made;
}
const $map = (f, ...iterables) => $zip(iterables).map((given) => $call(f, given));
const $reversed = (items) => [...items].reverse();
const $iter = (items) => items[Symbol.iterator]();
function $next(items, otherwise) {
  if (typeof items.next !== "function") throw new $TypeError("next() of what is no iterator");
  const { done, value } = items.next();
  if (!done) return value;
  if (otherwise === undefined) throw new $StopIteration();
  return otherwise;
}

function $sum(items, from = 0) {
  let total = typeof from === "object" && "start" in from ? from.start : from;
  for (const item of items) total = $add(total, item);
  return total;
}
const $itself = (x) => x;
function $best(isBetter, given, { key = $itself, default: otherwise } = {}) {
  const items = given.length === 1 ? [...given[0]] : given;
  if (items.length === 0) {
    if (otherwise === undefined) throw new $ValueError("of nothing");
    return otherwise;
  }
  let best = items[0];
  let rank = key(best);
  for (let i = 1; i < items.length; i++) {
    const other = key(items[i]);
    if (isBetter(other, rank)) [best, rank] = [items[i], other];
  }
  return best;
}
const $max = (given, options) => $best($gt, given, options);
const $min = (given, options) => $best($lt, given, options);
// Equal items keep their order, even with `reverse`, as in Python.
function $sorted(items, { key = $itself, reverse = false } = {}) {
  const ranked = Array.from(items, (item) => [key(item), item]);
  const sign = $truth(reverse) ? -1 : 1;
  ranked.sort((a, b) => sign * $compare(a[0], b[0]));
  return ranked.map((pair) => pair[1]);
}
const $types = new Map([
  [$int, $isInt],
  [$bool, (x) => typeof x === "boolean"],
  [$float, $isFloat],
  [$str, (x) => typeof x === "string"],
  [$tuple, $isTuple],
  [$list, $isList],
  [$dict, (x) => x instanceof $Dict],
  [$set, (x) => x instanceof $Set && !(x instanceof $FrozenSet)],
  [$frozenset, (x) => x instanceof $FrozenSet],
]);
function $isinstance(x, kinds) {
  return (Array.isArray(kinds) ? kinds : [kinds]).some((kind) => {
    const test = $types.get(kind);
    return test ? test(x) : x instanceof kind;
  });
}
const $typeName = (x) => (x === null || x === undefined ? String(x) : x.constructor.name);

function $getattr(object, name, otherwise) {
  const value = object[name];
  if (value !== undefined) return $bound(object, name);
  if (otherwise === undefined) throw new $AttributeError(name);
  return otherwise;
}
const $attrgetter = (...names) =>
  names.length === 1
    ? (object) => $getattr(object, names[0])
    : (object) => $T(names.map((name) => $getattr(object, name)));

// --- Strings ---

function $str(x = "") {
  if (typeof x === "string") return x;
  if (x && x.__str__) return x.__str__();
  return $repr(x);
}
function $repr(x) {
  if (x === null) return "None";
  if (typeof x === "boolean") return x ? "True" : "False";
  if (typeof x === "string") return $quoted(x);
  if ($isFloat(x)) return $floatText(x);
  if ($isInt(x)) return String(x);
  if ($isTuple(x)) {
    if (x instanceof $NamedTuple) return $fieldsText(x);
    return `(${x.map($repr).join(", ")}${x.length === 1 ? "," : ""})`;
  }
  if (Array.isArray(x)) return `[${x.map($repr).join(", ")}]`;
  if (x instanceof $Counter) throw new $TypeError("the text of a Counter");
  if (x instanceof $Dict) {
    return `{${Array.from($pairs(x), ([key, value]) => `${$repr(key)}: ${$repr(value)}`).join(", ")}}`;
  }
  if (x instanceof $Decimal) return `Decimal('${x}')`;
  if (x instanceof $Fraction) return `Fraction(${x.numerator}, ${x.denominator})`;
  if (x.constructor.$data) return $fieldsText(x);
  throw new $TypeError(`the text of ${$typeName(x)}`);
}
const $fieldsText = (x) =>
  `${x.constructor.name}(${x.constructor.$fields.map((name) => `${name}=${$repr(x[name])}`).join(", ")})`;
function $quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}
// Returns an integer as text, padded with zeros (« 05 ») or with commas between thousands (« , »).
function $format(x, spec) {
  if (!$isInt(x)) throw new $TypeError("this format is for whole numbers");
  const text = String($int(x));
  const [sign, digits] = text[0] === "-" ? ["-", text.slice(1)] : ["", text];
  if (spec === ",") return sign + digits.replace(/\B(?=(\d{3})+$)/g, ",");
  return sign + digits.padStart(Number(spec) - sign.length, "0");
}

// --- itertools ---

function* $combinations(items, count) {
  const pool = [...items];
  const chosen = [];
  function* from(first) {
    if (chosen.length === count) {
      yield $T(chosen);
      return;
    }
    for (let i = first; i <= pool.length - (count - chosen.length); i++) {
      chosen.push(pool[i]);
      yield* from(i + 1);
      chosen.length--;
    }
  }
  yield* from(0);
}
function* $chain(...iterables) {
  for (const items of iterables) yield* items;
}
function* $pairwise(items) {
  let before;
  for (const item of items) {
    if (before !== undefined) yield $T([before, item]);
    before = item;
  }
}
function $product(...iterables) {
  let made = [[]];
  for (const items of iterables.map((iterable) => [...iterable])) {
    made = made.flatMap((chosen) => items.map((item) => [...chosen, item]));
  }
  return made.map($T);
}
