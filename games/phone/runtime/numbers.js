// Numbers. An int is a JavaScript number while it is safe, otherwise a BigInt. A float is a
// JavaScript number, but a whole float (2.0) is a $Float, so that it is never taken for an int.

class $Float {
  constructor(value) {
    this.value = value;
  }
  valueOf() {
    return this.value;
  }
}
const $plain = (x) => (x instanceof $Float ? x.value : x);
const $boxed = (value) => (Number.isInteger(value) ? new $Float(value) : value);
const $safe = (big) =>
  big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(big) : big;

const $isInt = (x) =>
  typeof x === "bigint" || typeof x === "boolean" || (typeof x === "number" && Number.isInteger(x));
const $isFloat = (x) => x instanceof $Float || (typeof x === "number" && !Number.isInteger(x));
const $isNumber = (x) =>
  typeof x === "number" || typeof x === "boolean" || typeof x === "bigint" || x instanceof $Float;
const $isSmall = (x) => typeof x === "number" && (x | 0) === x;

// Computes an operation on any operands: ints, floats, objects with an operator method, and values
// that `otherwise` handles. Two small ints never get here.
function $operate(name, a, b, whole, real, otherwise) {
  if ($isInt(a) && $isInt(b)) return whole(BigInt(a), BigInt(b));
  if ($isNumber(a) && $isNumber(b)) return $boxed(real(Number(a), Number(b)));
  const left = `__${name}__`;
  if (a && a[left]) {
    const answer = a[left](b);
    if (answer !== undefined) return answer;
  }
  const right = `__r${name}__`;
  if (b && b[right]) {
    const answer = b[right](a);
    if (answer !== undefined) return answer;
  }
  const answer = otherwise && otherwise(a, b);
  if (answer === undefined) throw new $TypeError(`${name} of ${typeof a} and ${typeof b}`);
  return answer;
}

function $add(a, b) {
  if ($isSmall(a) && $isSmall(b)) return a + b;
  if (typeof a === "string" && typeof b === "string") return a + b;
  return $operate("add", a, b, (x, y) => $safe(x + y), (x, y) => x + y, $joined);
}
function $sub(a, b) {
  if ($isSmall(a) && $isSmall(b)) return a - b;
  return $operate("sub", a, b, (x, y) => $safe(x - y), (x, y) => x - y);
}
function $mul(a, b) {
  if ($isSmall(a) && $isSmall(b)) {
    const product = a * b;
    // Adding 0 turns a negative zero into a plain zero.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return $operate("mul", a, b, (x, y) => $safe(x * y), (x, y) => x * y, $repeated);
}
function $nonzero(b) {
  if (b == 0) throw new $ZeroDivisionError("division by zero");
}
// Returns the quotient rounded down, as in Python. BigInt rounds towards zero.
function $wholeFloor(a, b) {
  $nonzero(b);
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}
// The remainder has the sign of the divisor.
function $realMod(a, b) {
  $nonzero(b);
  const rest = a % b;
  if (rest === 0) return b < 0 ? -0 : 0;
  return rest < 0 !== b < 0 ? rest + b : rest;
}
function $realFloor(a, b) {
  const quotient = (a - $realMod(a, b)) / b;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}
function $mod(a, b) {
  if ($isSmall(a) && $isSmall(b) && b !== 0) {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
  }
  return $operate("mod", a, b, (x, y) => $safe(x - y * $wholeFloor(x, y)), $realMod);
}
function $floordiv(a, b) {
  if ($isSmall(a) && $isSmall(b) && b !== 0) return Math.floor(a / b) + 0;
  return $operate("floordiv", a, b, (x, y) => $safe($wholeFloor(x, y)), $realFloor);
}
function $truediv(a, b) {
  return $operate("truediv", a, b, $wholeQuotient, (x, y) => {
    $nonzero(y);
    return x / y;
  });
}
function $wholeQuotient(a, b) {
  $nonzero(b);
  if (typeof $safe(a) === "bigint" || typeof $safe(b) === "bigint") {
    throw new $TypeError("the quotient of such large numbers");
  }
  return $boxed(Number(a) / Number(b));
}
function $pow(a, b) {
  return $operate("pow", a, b, (x, y) => (y < 0n ? $wholeRoot(x, y) : $safe(x ** y)), (x, y) => x ** y);
}
function $wholeRoot(a, b) {
  $nonzero(a);
  return $boxed(Number(a) ** Number(b));
}
function $neg(a) {
  if ($isSmall(a)) return 0 - a;
  if ($isInt(a)) return $safe(-BigInt(a));
  if ($isFloat(a)) return $boxed(-Number(a));
  return a.__neg__();
}
const $abs = (a) => ($isNumber(a) ? ($lt(a, 0) ? $neg(a) : $isInt(a) ? $int(a) : a) : a.__abs__());
const $divmod = (a, b) => $T([$floordiv(a, b), $mod(a, b)]);

// Operators on bits. The same signs mean union and intersection for sets.
const $refused = (x, y) => {
  throw new $TypeError("bits of a float");
};
function $bits(name, small, whole, sets) {
  return (a, b) => {
    if ($isSmall(a) && $isSmall(b)) return small(a, b);
    if (typeof a === "boolean" && typeof b === "boolean") return Boolean(small(+a, +b));
    return $operate(name, a, b, (x, y) => $safe(whole(x, y)), $refused, sets);
  };
}
const $and = $bits("and", (a, b) => a & b, (a, b) => a & b, (a, b) => $both(a, b));
const $or = $bits("or", (a, b) => a | b, (a, b) => a | b, (a, b) => $either(a, b));
const $xor = $bits("xor", (a, b) => a ^ b, (a, b) => a ^ b, (a, b) => $oneOf(a, b));
const $lshift = (a, b) => $operate("lshift", a, b, (x, y) => $safe(x << y), $refused);
const $rshift = (a, b) => $operate("rshift", a, b, (x, y) => $safe(x >> y), $refused);

// --- Conversion to and from strings ---

// Returns a float as Python writes it: 2.0, 1e-05, 1e+16.
function $floatText(float) {
  const value = Number(float);
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const point = Number(power) + 1;
  if (point > 16 || point < -3) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const exponent = String(Math.abs(point - 1)).padStart(2, "0");
    return `${sign}${digits[0]}${rest}e${point < 1 ? "-" : "+"}${exponent}`;
  }
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, "0");
  return `${sign}${whole}.${digits.slice(point) || "0"}`;
}

const $WHOLE = /^\s*[+-]?\d+\s*$/;
const $REAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
function $int(x = 0) {
  if (typeof x === "string") {
    if (!$WHOLE.test(x)) throw new $ValueError(x);
    return $safe(BigInt(x.trim().replace(/^\+/, "").replace(/^-/, "")) * (x.includes("-") ? -1n : 1n));
  }
  if ($isInt(x)) return typeof x === "bigint" ? x : Number(x);
  if ($isFloat(x)) {
    if (!Number.isFinite(Number(x))) throw new $ValueError("not a whole number");
    return $safe(BigInt(Math.trunc(Number(x))));
  }
  return x.__int__();
}
function $float(x = 0) {
  if (typeof x === "string" && !$REAL.test(x)) throw new $ValueError(x);
  return $boxed(x.__float__ ? x.__float__() : Number(x));
}

function $comb(n, k) {
  if (k > n) return 0;
  let ways = 1;
  for (let i = 0; i < k; i++) ways = $floordiv($mul(ways, n - i), i + 1);
  return ways;
}
function $factorial(n) {
  if (n < 0) throw new $ValueError("of a negative number");
  let product = 1;
  for (let i = 2; i <= n; i++) product = $mul(product, i);
  return product;
}
function $prod(items) {
  let product = 1;
  for (const item of items) product = $mul(product, item);
  return product;
}
