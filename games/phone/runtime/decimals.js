// Decimal (with 28 digits) and Fraction. An operation that they do not support returns undefined,
// which becomes a $TypeError.

const $PRECISION = 28;
const $ROUND_HALF_UP = "ROUND_HALF_UP";
const $ROUND_HALF_EVEN = "ROUND_HALF_EVEN";
const $magnitude = (big) => (big < 0n ? -big : big);
const $digits = (big) => $magnitude(big).toString();
const $DECIMAL = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?\s*$/i;

class $Decimal {
  // The value is `coefficient` times ten to the power of `exponent`.
  constructor(value = 0) {
    this.exponent = 0;
    if (value instanceof $Decimal) {
      this.coefficient = value.coefficient;
      this.exponent = value.exponent;
    } else if ($isInt(value)) this.coefficient = BigInt(value);
    else if (typeof value === "string") this.read(value);
    else throw new $TypeError("a Decimal of this");
  }
  read(text) {
    const match = $DECIMAL.exec(text);
    const [, sign, whole, part = "", power = "0"] = match || [];
    if (!match || whole + part === "") throw new $ValueError(text);
    const coefficient = BigInt(whole + part);
    if (sign === "-" && coefficient === 0n) throw new $TypeError("a negative zero");
    this.coefficient = sign === "-" ? -coefficient : coefficient;
    this.exponent = Number(power) - part.length;
  }
  // Returns a Decimal rounded to the precision, half to even.
  static of(coefficient, exponent) {
    const made = new $Decimal();
    const over = $digits(coefficient).length - $PRECISION;
    made.coefficient = over > 0 ? $Decimal.shortened(coefficient, over, $ROUND_HALF_EVEN) : coefficient;
    made.exponent = over > 0 ? exponent + over : exponent;
    return $digits(made.coefficient).length > $PRECISION
      ? $Decimal.of(made.coefficient, made.exponent)
      : made;
  }
  static lifted(x) {
    if (x instanceof $Decimal) return x;
    return $isInt(x) ? new $Decimal(x) : undefined;
  }
  // A float is compared by its exact value. It is never used in computations with Decimals.
  static compared(x) {
    if (!$isFloat(x)) return $Decimal.lifted(x);
    const made = new $Decimal();
    let value = Number(x);
    for (; !Number.isInteger(value); value *= 2) made.exponent--;
    made.coefficient = BigInt(value) * 5n ** BigInt(-made.exponent);
    return made;
  }
  // Returns a coefficient without its last `places` digits, rounded.
  static shortened(coefficient, places, rounding) {
    const unit = 10n ** BigInt(places);
    const size = $magnitude(coefficient);
    const rest = 2n * (size % unit);
    let quotient = size / unit;
    const up = rest === unit && (rounding === $ROUND_HALF_UP || quotient % 2n === 1n);
    if (rest > unit || up) quotient += 1n;
    return coefficient < 0n ? -quotient : quotient;
  }
  // Returns both coefficients for the same exponent, and that exponent.
  aligned(other) {
    const exponent = Math.min(this.exponent, other.exponent);
    return [this.scaled(exponent), other.scaled(exponent), exponent];
  }
  scaled(exponent) {
    return this.coefficient * 10n ** BigInt(this.exponent - exponent);
  }
  computed(x, compute) {
    const other = $Decimal.lifted(x);
    if (!other) return undefined;
    const [a, b, exponent] = this.aligned(other);
    return $Decimal.of(compute(a, b), exponent);
  }
  __add__(x) {
    return this.computed(x, (a, b) => a + b);
  }
  __radd__(x) {
    return this.__add__(x);
  }
  __sub__(x) {
    return this.computed(x, (a, b) => a - b);
  }
  __rsub__(x) {
    return this.computed(x, (a, b) => b - a);
  }
  __mul__(x) {
    const other = $Decimal.lifted(x);
    return other && $Decimal.of(this.coefficient * other.coefficient, this.exponent + other.exponent);
  }
  __rmul__(x) {
    return this.__mul__(x);
  }
  // The remainder has the sign of the dividend, unlike the remainder of ints.
  __mod__(x) {
    return this.computed(x, (a, b) => {
      $nonzero(b);
      return a % b;
    });
  }
  __truediv__(x) {
    const other = $Decimal.lifted(x);
    if (!other) return undefined;
    $nonzero(other.coefficient);
    const ideal = this.exponent - other.exponent;
    if (this.coefficient === 0n) return $Decimal.of(0n, ideal);
    // The quotient has enough digits for rounding, and one more that shows whether there is a
    // remainder.
    const wanted = $digits(other.coefficient).length - $digits(this.coefficient).length + $PRECISION + 2;
    const shift = Math.max(0, wanted);
    const numerator = this.coefficient * 10n ** BigInt(shift);
    let quotient = numerator / other.coefficient;
    let exponent = ideal - shift;
    if (quotient * other.coefficient === numerator) {
      for (; exponent < ideal && quotient % 10n === 0n; exponent++) quotient /= 10n;
    } else if (quotient % 5n === 0n) {
      quotient += numerator < 0n !== other.coefficient < 0n ? -1n : 1n;
    }
    return $Decimal.of(quotient, exponent);
  }
  __rtruediv__(x) {
    const other = $Decimal.lifted(x);
    return other && other.__truediv__(this);
  }
  __neg__() {
    return $Decimal.of(-this.coefficient, this.exponent);
  }
  __abs__() {
    return $Decimal.of($magnitude(this.coefficient), this.exponent);
  }
  __bool__() {
    return this.coefficient !== 0n;
  }
  __compare__(x) {
    if ($isFloat(x) && !Number.isFinite(Number(x))) return x > 0 ? -1 : x < 0 ? 1 : NaN;
    const other = $Decimal.compared(x);
    if (!other) return undefined;
    const [a, b] = this.aligned(other);
    return a < b ? -1 : a > b ? 1 : 0;
  }
  __eq__(x) {
    return this.__compare__(x) === 0;
  }
  __int__() {
    const { coefficient, exponent } = this;
    return $safe(exponent >= 0 ? this.scaled(0) : coefficient / 10n ** BigInt(-exponent));
  }
  __float__() {
    return Number(this.__str__());
  }
  as_integer_ratio() {
    const { numerator, denominator } = new $Fraction(this);
    return $T([numerator, denominator]);
  }
  hash() {
    return new $Fraction(this).hash();
  }
  scaleb(places) {
    return $Decimal.of(this.coefficient, this.exponent + Number(places));
  }
  quantize(like, { rounding = $ROUND_HALF_EVEN } = {}) {
    return this.withExponent(like.exponent, rounding);
  }
  to_integral_value() {
    return this.exponent >= 0 ? this : this.withExponent(0, $ROUND_HALF_EVEN);
  }
  withExponent(exponent, rounding) {
    const places = exponent - this.exponent;
    const coefficient =
      places <= 0 ? this.scaled(exponent) : $Decimal.shortened(this.coefficient, places, rounding);
    if ($digits(coefficient).length > $PRECISION) throw new $ArithmeticError("too many digits");
    return $Decimal.of(coefficient, exponent);
  }
  __str__() {
    const sign = this.coefficient < 0n ? "-" : "";
    const digits = $digits(this.coefficient);
    const point = this.exponent + digits.length;
    if (this.exponent > 0 || point <= -6) {
      const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
      return `${sign}${digits[0]}${rest}E${point > 0 ? "+" : ""}${point - 1}`;
    }
    if (this.exponent === 0) return sign + digits;
    if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
  toString() {
    return this.__str__();
  }
}

function $commonDivisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return $magnitude(a);
}
class $Fraction {
  constructor(above = 0, below = 1) {
    if (above instanceof $Decimal && below === 1) {
      const { coefficient, exponent } = above;
      this.set(coefficient * 10n ** BigInt(Math.max(0, exponent)), 10n ** BigInt(Math.max(0, -exponent)));
    } else if (above instanceof $Fraction && below === 1) this.set(above.above, above.below);
    else if ($isInt(above) && $isInt(below)) this.set(BigInt(above), BigInt(below));
    else throw new $TypeError("a Fraction of this");
  }
  set(above, below) {
    $nonzero(below);
    const divisor = $commonDivisor(above, below) * (below < 0n ? -1n : 1n);
    this.above = above / divisor;
    this.below = below / divisor;
  }
  static of(above, below) {
    const made = new $Fraction();
    made.set(above, below);
    return made;
  }
  static lifted(x) {
    if (x instanceof $Fraction) return x;
    return $isInt(x) ? new $Fraction(x) : undefined;
  }
  get numerator() {
    return $safe(this.above);
  }
  get denominator() {
    return $safe(this.below);
  }
  __add__(x) {
    const other = $Fraction.lifted(x);
    return other && $Fraction.of(this.above * other.below + other.above * this.below, this.below * other.below);
  }
  __radd__(x) {
    return this.__add__(x);
  }
  __sub__(x) {
    const other = $Fraction.lifted(x);
    return other && this.__add__(other.__neg__());
  }
  __rsub__(x) {
    return this.__neg__().__add__(x);
  }
  __mul__(x) {
    const other = $Fraction.lifted(x);
    return other && $Fraction.of(this.above * other.above, this.below * other.below);
  }
  __rmul__(x) {
    return this.__mul__(x);
  }
  __truediv__(x) {
    const other = $Fraction.lifted(x);
    return other && $Fraction.of(this.above * other.below, this.below * other.above);
  }
  __rtruediv__(x) {
    const other = $Fraction.lifted(x);
    return other && other.__truediv__(this);
  }
  __neg__() {
    return $Fraction.of(-this.above, this.below);
  }
  __abs__() {
    return $Fraction.of($magnitude(this.above), this.below);
  }
  __bool__() {
    return this.above !== 0n;
  }
  __compare__(x) {
    const other = $Fraction.lifted(x);
    if (!other) return undefined;
    const [a, b] = [this.above * other.below, other.above * this.below];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  __eq__(x) {
    return this.__compare__(x) === 0;
  }
  __int__() {
    return $safe(this.above / this.below);
  }
  hash() {
    return this.below === 1n ? $hash(this.numerator) : `${$MARK}f${this.above}/${this.below}`;
  }
  __str__() {
    return this.below === 1n ? String(this.above) : `${this.above}/${this.below}`;
  }
}
