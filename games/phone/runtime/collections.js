// Lists, tuples, dicts and sets. A list is an Array, and a tuple is a subclass of Array.

class $Tuple extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}
function $T(items) {
  const made = new $Tuple(items.length);
  for (let i = 0; i < items.length; i++) made[i] = items[i];
  return made;
}
const $isTuple = (x) => x instanceof $Tuple;
const $isList = (x) => Array.isArray(x) && !$isTuple(x);

class $NamedTuple extends $Tuple {
  _replace(changes) {
    return $replace(this, changes);
  }
  _asdict() {
    return new $Dict(this.constructor.$fields.map((name, i) => [name, this[i]]));
  }
  get _fields() {
    return $T(this.constructor.$fields);
  }
}
// Returns a class of named tuples, made at run time.
function $namedtuple(name, fields) {
  const names = [...fields];
  const made = class extends $NamedTuple {
    constructor(...given) {
      if (given.length !== names.length) throw new $TypeError(`${name} takes ${names.length}`);
      super(names.length);
      for (let i = 0; i < names.length; i++) this[i] = given[i];
    }
  };
  Object.defineProperty(made, "name", { value: name });
  $tupleFields(made, names);
  return made;
}

// The methods of Python's lists and strings. The compiler writes `$append(x, item)` for
// `x.append(item)`. If `x` is not a list, its own method of that name is called.
function $append(x, item) {
  if (!Array.isArray(x)) return x.append(item);
  x.push(item);
  return null;
}
function $extend(x, items) {
  if (!Array.isArray(x)) return x.extend(items);
  for (const item of [...items]) x.push(item);
  return null;
}
function $insert(x, place, item) {
  if (!Array.isArray(x)) return x.insert(place, item);
  x.splice(place, 0, item);
  return null;
}
function $count(x, item) {
  if (!Array.isArray(x)) return x.count(item);
  let times = 0;
  for (const other of x) if ($eq(item, other)) times++;
  return times;
}
function $index(x, item) {
  if (!Array.isArray(x)) return x.index(item);
  for (let i = 0; i < x.length; i++) if ($eq(x[i], item)) return i;
  throw new $ValueError("not in the list");
}
function $remove(x, item) {
  if (!Array.isArray(x)) return x.remove(item);
  x.splice($index(x, item), 1);
  return null;
}
const $copy = (x) => (Array.isArray(x) ? x.slice() : x.copy());
function $pop(x, ...given) {
  if (!Array.isArray(x)) return x.pop(...given);
  if (x.length === 0) throw new $IndexError("pop from an empty list");
  return given.length ? x.splice($place(x, given[0]), 1)[0] : x.pop();
}
const $join = (x, parts) => (typeof x === "string" ? [...parts].map($text).join(x) : x.join(parts));
const $startswith = (x, part) => (typeof x === "string" ? x.startsWith(part) : x.startswith(part));
const $endswith = (x, part) => (typeof x === "string" ? x.endsWith(part) : x.endswith(part));
function $text(x) {
  if (typeof x !== "string") throw new $TypeError("not a text");
  return x;
}

// --- Keys ---

// Returns the key that stands for a value in a Map. Numbers and strings are their own keys. For any
// other value, it is a string that no other value has.
const $MARK = "\0";
let $serial = 0;
const $serials = new WeakMap();
function $hash(x) {
  if (typeof x === "number") return x;
  if (typeof x === "string") return x[0] === $MARK ? `${$MARK}s${x}` : x;
  if (typeof x === "boolean") return +x;
  if (x === null) return `${$MARK}none`;
  if (typeof x === "bigint") return `${$MARK}b${x}`;
  if ($isTuple(x)) {
    let text = `${$MARK}(`;
    for (const item of x) {
      const key = $hash(item);
      text += typeof key === "number" ? `#${key},` : `${key.length}:${key},`;
    }
    return text;
  }
  return $objectHash(x);
}
function $objectHash(x) {
  if (x instanceof $Float) return x.value;
  if (x instanceof $Decimal || x instanceof $Fraction) return x.hash();
  if (x instanceof $Set) {
    if (!(x instanceof $FrozenSet)) throw new $TypeError("a set is no key");
    return `${$MARK}{${[...x.kept.keys()].map((key) => `${typeof key}${key}`).sort().join($MARK)}`;
  }
  if (Array.isArray(x) || x instanceof $Dict) throw new $TypeError("a list or dict is no key");
  if (x.constructor.$data) {
    if (!Object.isFrozen(x)) throw new $TypeError("what can change is no key");
    const made = x.constructor;
    return `${$MARK}d${$serialOf(made)}${$hash($T(made.$fields.map((name) => x[name])))}`;
  }
  return `${$MARK}o${$serialOf(x)}`;
}
function $serialOf(x) {
  if (!$serials.has(x)) $serials.set(x, ++$serial);
  return $serials.get(x);
}

const $pairs = (mapping) => mapping.kept.values();
class $Dict {
  // `kept` is a Map from the key's hash to the key and its value, in the order of insertion.
  constructor(pairs) {
    this.kept = new Map();
    if (pairs) for (const [key, value] of pairs) this.put(key, value);
  }
  put(key, value) {
    const hash = $hash(key);
    const there = this.kept.get(hash);
    if (there) there[1] = value;
    else this.kept.set(hash, [key, value]);
  }
  at(key) {
    const there = this.kept.get($hash(key));
    if (there) return there[1];
    if (this.missing) return this.missing();
    throw new $KeyError($repr(key));
  }
  take(key) {
    if (!this.kept.delete($hash(key))) throw new $KeyError($repr(key));
  }
  has(key) {
    return this.kept.has($hash(key));
  }
  get(key, otherwise = null) {
    const there = this.kept.get($hash(key));
    return there ? there[1] : otherwise;
  }
  setdefault(key, otherwise = null) {
    if (!this.has(key)) this.put(key, otherwise);
    return this.at(key);
  }
  pop(key, otherwise) {
    if (otherwise !== undefined && !this.has(key)) return otherwise;
    const value = this.at(key);
    this.take(key);
    return value;
  }
  items() {
    return Array.from($pairs(this), $T);
  }
  keys() {
    return new $FrozenSet(this);
  }
  values() {
    return Array.from($pairs(this), (pair) => pair[1]);
  }
  update(other) {
    for (const [key, value] of other instanceof $Dict ? $pairs(other) : other) this.put(key, value);
    return null;
  }
  copy() {
    return new this.constructor($pairs(this));
  }
  *[Symbol.iterator]() {
    for (const pair of $pairs(this)) yield pair[0];
  }
  get length() {
    return this.kept.size;
  }
}

class $Set {
  constructor(items) {
    this.kept = new Map();
    if (items) for (const item of items) this.kept.set($hash(item), item);
  }
  add(item) {
    const hash = $hash(item);
    if (!this.kept.has(hash)) this.kept.set(hash, item);
    return null;
  }
  has(item) {
    return this.kept.has($hash(item));
  }
  discard(item) {
    this.kept.delete($hash(item));
    return null;
  }
  remove(item) {
    if (!this.kept.delete($hash(item))) throw new $KeyError($repr(item));
    return null;
  }
  update(items) {
    for (const item of items) this.add(item);
    return null;
  }
  copy() {
    return new this.constructor(this);
  }
  union(items) {
    return new this.constructor([...this, ...items]);
  }
  intersection(items) {
    const other = new $Set(items);
    return new this.constructor([...this].filter((item) => other.has(item)));
  }
  difference(items) {
    const other = new $Set(items);
    return new this.constructor([...this].filter((item) => !other.has(item)));
  }
  issuperset(items) {
    for (const item of items) if (!this.has(item)) return false;
    return true;
  }
  issubset(items) {
    return new $Set(items).issuperset(this);
  }
  isdisjoint(items) {
    for (const item of items) if (this.has(item)) return false;
    return true;
  }
  __sub__(other) {
    return other instanceof $Set ? this.difference(other) : undefined;
  }
  [Symbol.iterator]() {
    return this.kept.values();
  }
  get length() {
    return this.kept.size;
  }
}
class $FrozenSet extends $Set {}

class $Counter extends $Dict {
  constructor(items) {
    super();
    if (items instanceof $Dict) this.update(items);
    else if (items) for (const item of items) this.put(item, this.at(item) + 1);
  }
  missing() {
    return 0;
  }
  most_common(most) {
    const sorted = this.items().sort((a, b) => b[1] - a[1]);
    return most === undefined ? sorted : sorted.slice(0, most);
  }
  *elements() {
    for (const [item, count] of $pairs(this)) for (let i = 0; i < count; i++) yield item;
  }
  __sub__(other) {
    return this.combined(other, (mine, theirs) => mine - theirs);
  }
  __add__(other) {
    return this.combined(other, (mine, theirs) => mine + theirs);
  }
  combined(other, count) {
    if (!(other instanceof $Counter)) return undefined;
    const made = new $Counter();
    for (const item of [...this, ...other]) {
      const left = count(this.at(item), other.at(item));
      if (left > 0) made.put(item, left);
    }
    return made;
  }
}

// --- Operators on collections ---

function $joined(a, b) {
  if ($isTuple(a) && $isTuple(b)) return $T([...a, ...b]);
  if ($isList(a) && $isList(b)) return [...a, ...b];
  return undefined;
}
function $repeated(a, b) {
  if ($isInt(a)) [a, b] = [b, a];
  if (!$isInt(b)) return undefined;
  const times = Math.max(0, Number(b));
  if (typeof a === "string") return a.repeat(times);
  if (!Array.isArray(a)) return undefined;
  const made = [];
  for (let i = 0; i < times; i++) made.push(...a);
  return $isTuple(a) ? $T(made) : made;
}
const $both = (a, b) => ($areSets(a, b) ? a.intersection(b) : undefined);
function $either(a, b) {
  if ($areSets(a, b)) return a.union(b);
  if (a instanceof $Counter || !(a instanceof $Dict && b instanceof $Dict)) return undefined;
  return new $Dict([...$pairs(a), ...$pairs(b)]);
}
const $oneOf = (a, b) => ($areSets(a, b) ? a.difference(b).union(b.difference(a)) : undefined);
const $areSets = (a, b) => a instanceof $Set && b instanceof $Set;

function $iadd(a, b) {
  if (!$isList(a)) return $add(a, b);
  $extend(a, b);
  return a;
}
function $ior(a, b) {
  const changes = a instanceof $Dict || (a instanceof $Set && !(a instanceof $FrozenSet));
  if (!changes) return $or(a, b);
  a.update(b);
  return a;
}

// --- Items and slices ---

function $place(items, place) {
  if (!$isInt(place)) throw new $TypeError("the place of an item is a whole number");
  const index = place < 0 ? Number(place) + items.length : Number(place);
  if (index < 0 || index >= items.length) throw new $IndexError("out of range");
  return index;
}
// Strings are indexed by character. JavaScript would count a character beyond U+FFFF as two.
const $characters = (text) => (/[\ud800-\udfff]/.test(text) ? [...text] : text);
function $getitem(of, key) {
  if (of instanceof $Dict) return of.at(key);
  if (typeof of === "string") of = $characters(of);
  if (Array.isArray(of) || typeof of === "string") return of[$place(of, key)];
  if (of && of.__getitem__) return of.__getitem__(key);
  throw new $TypeError("it has no items");
}
function $setitem(of, key, value) {
  if (of instanceof $Dict) of.put(key, value);
  else if ($isList(of)) of[$place(of, key)] = value;
  else throw new $TypeError("its items can't change");
}
function $delitem(of, key) {
  if (of instanceof $Dict) of.take(key);
  else if ($isList(of)) of.splice($place(of, key), 1);
  else throw new $TypeError("its items can't be taken out");
}
function $slice(of, from, to, step = 1) {
  if (typeof of === "string") return [...$slice([...of], from, to, step)].join("");
  if (!Array.isArray(of)) throw new $TypeError("it has no parts");
  const part = step === 1 ? of.slice(from === null ? 0 : from, to === null ? of.length : to) : [];
  if (step !== 1) {
    if (step === 0) throw new $ValueError("a step of zero");
    const [lowest, highest] = step > 0 ? [0, of.length] : [-1, of.length - 1];
    const bound = (place, otherwise) => {
      if (place === null) return otherwise;
      return Math.min(highest, Math.max(lowest, place < 0 ? place + of.length : place));
    };
    const end = bound(to, step > 0 ? highest : lowest);
    for (let i = bound(from, step > 0 ? lowest : highest); step > 0 ? i < end : i > end; i += step) {
      part.push(of[i]);
    }
  }
  return $isTuple(of) ? $T(part) : part;
}
// Returns the items as an array. There must be `count` items; with `more`, at least `count`.
function $unpack(items, count, more = false) {
  const all = Array.isArray(items) ? items : [...items];
  if (more ? all.length < count : all.length !== count) {
    throw new $ValueError(`${all.length} values for ${count} names`);
  }
  return all;
}
