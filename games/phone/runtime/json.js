// JSON as Python reads and writes it: 2 is an int and 2.0 a float, large ints keep their digits.

const $TOKEN =
  /\s*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?\d+)(\.\d+)?(e[+-]?\d+)?|(true|false|null))/iy;

function $read(text) {
  $TOKEN.lastIndex = 0;
  let token;
  const next = () => {
    token = $TOKEN.exec(text);
    if (!token) throw new $ValueError("no JSON");
    return token[1];
  };
  const list = (end, readItem) => {
    if (next() === end) return;
    for (;;) {
      readItem();
      if (next() === end) return;
      next();
    }
  };
  // Returns the value that begins with the token that was just read.
  const value = () => {
    const [, sign, quoted, whole, part, power, word] = token;
    if (sign === "[") {
      const items = [];
      list("]", () => items.push(value()));
      return items;
    }
    if (sign === "{") {
      const made = new $Dict();
      list("}", () => {
        const key = JSON.parse(token[2]);
        next();
        next();
        made.put(key, value());
      });
      return made;
    }
    if (quoted) return JSON.parse(quoted);
    if (word) return JSON.parse(word);
    if (whole === undefined) throw new $ValueError("no JSON");
    return part || power ? $boxed(Number(whole + (part || "") + (power || ""))) : $safe(BigInt(whole));
  };
  next();
  return value();
}

function $write(x) {
  if (x === null || typeof x === "boolean") return String(x);
  if (typeof x === "string") return JSON.stringify(x);
  if (x instanceof $Decimal) return $score(x);
  if ($isFloat(x)) return $floatText(x);
  if ($isInt(x)) return String(x);
  if (Array.isArray(x) || x instanceof $Set) return `[${Array.from(x, $write).join(",")}]`;
  if (x instanceof $Object) return $write(new $Dict(Object.entries(x)));
  if (!(x instanceof $Dict)) throw new $TypeError(`JSON of ${$typeName(x)}`);
  const pairs = Array.from($pairs(x), ([key, value]) => `${$key(key)}:${$write(value)}`);
  return `{${pairs.join(",")}}`;
}
const $key = (key) => (typeof key === "string" ? JSON.stringify(key) : `"${$write(key)}"`);
// Returns a score as the API writes it: without decimals if it is whole, otherwise with two at
// most.
function $score(decimal) {
  if (decimal.__eq__(decimal.to_integral_value())) return String(decimal.__int__());
  return $floatText($float(decimal.withExponent(-2, $ROUND_HALF_EVEN)));
}
