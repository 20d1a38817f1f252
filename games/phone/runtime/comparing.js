// Equality, order, membership and truth.

function $eq(a, b) {
  if (a === b) return true;
  if (typeof a === "string" || typeof b === "string" || a === null || b === null) return false;
  if (a === undefined || b === undefined) throw new $AttributeError("a value that is not there");
  // `==` is used instead of `===`, because a BigInt, a bool or a whole float may equal a number.
  if ($isNumber(a) && $isNumber(b)) return $plain(a) == $plain(b);
  if (a.__eq__) return a.__eq__(b);
  if (b.__eq__) return b.__eq__(a);
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length || $isTuple(a) !== $isTuple(b)) return false;
    for (let i = 0; i < a.length; i++) if (!$eq(a[i], b[i])) return false;
    return true;
  }
  if (a instanceof $Dict) {
    if (!(b instanceof $Dict) || a.length !== b.length) return false;
    for (const [key, value] of $pairs(a)) if (!b.has(key) || !$eq(value, b.at(key))) return false;
    return true;
  }
  if (a instanceof $Set) return b instanceof $Set && a.length === b.length && a.issuperset(b);
  if (a.constructor !== b.constructor || !a.constructor.$data) return false;
  return a.constructor.$fields.every((name) => $eq(a[name], b[name]));
}
const $ne = (a, b) => !$eq(a, b);

// Returns a negative number, zero or a positive number if `a` comes before, equals or comes after
// `b`.
function $compare(a, b) {
  if ($isNumber(a) && $isNumber(b)) return a < b ? -1 : a > b ? 1 : $plain(a) == $plain(b) ? 0 : NaN;
  if (typeof a === "string" && typeof b === "string") return $compareTexts(a, b);
  if (Array.isArray(a) && Array.isArray(b) && $isTuple(a) === $isTuple(b)) {
    const both = Math.min(a.length, b.length);
    for (let i = 0; i < both; i++) if (!$eq(a[i], b[i])) return $compare(a[i], b[i]);
    return a.length - b.length;
  }
  const forth = a && a.__compare__ ? a.__compare__(b) : undefined;
  if (forth !== undefined) return forth;
  const back = b && b.__compare__ ? b.__compare__(a) : undefined;
  if (back !== undefined) return -back;
  throw new $TypeError(`the order of ${$typeName(a)} and ${$typeName(b)}`);
}
// Strings are compared by character, as in Python. JavaScript compares halves of characters beyond
// U+FFFF, which gives another order.
function $compareTexts(a, b) {
  if (a === b) return 0;
  const left = [...a];
  const right = [...b];
  for (let i = 0; i < left.length && i < right.length; i++) {
    if (left[i] !== right[i]) return left[i].codePointAt(0) - right[i].codePointAt(0);
  }
  return left.length - right.length;
}
function $lt(a, b) {
  if (typeof a === "number" && typeof b === "number") return a < b;
  return $areSets(a, b) ? a.length < b.length && b.issuperset(a) : $compare(a, b) < 0;
}
function $le(a, b) {
  if (typeof a === "number" && typeof b === "number") return a <= b;
  return $areSets(a, b) ? b.issuperset(a) : $compare(a, b) <= 0;
}
const $gt = (a, b) => $lt(b, a);
const $ge = (a, b) => $le(b, a);

function $in(item, of) {
  if (of instanceof $Dict || of instanceof $Set) return of.has(item);
  if (typeof of === "string") return of.includes($text(item));
  for (const other of of) if ($eq(item, other)) return true;
  return false;
}
function $truth(x) {
  if (x === true || x === false) return x;
  if (x === null || x === 0 || x === "" || x === 0n) return false;
  if (x === undefined) throw new $AttributeError("a value that is not there");
  if (typeof x !== "object") return true;
  if (x.__bool__) return x.__bool__();
  if (x instanceof $Float) return x.value !== 0;
  if (Array.isArray(x) || x instanceof $Dict || x instanceof $Set) return x.length > 0;
  return true;
}
