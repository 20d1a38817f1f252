// Objects, exceptions and calls.

// The base of the classes compiled from Python. A dataclass has its own constructor; other classes
// have `__init__`.
class $Object {
  constructor(...given) {
    if (this.__init__) this.__init__(...given);
  }
}
$Object.prototype.__init__ = function () {
  return null;
};

class $Exception extends Error {
  constructor(...given) {
    super();
    this.args = given;
    this.__init__(...given);
  }
  get message() {
    return `${this.constructor.name}: ${[...this.args].join(", ")}`;
  }
}
$Exception.prototype.__init__ = function (...given) {
  this.args = $T(given);
  return null;
};
class $AssertionError extends $Exception {}
class $ArithmeticError extends $Exception {}
class $ZeroDivisionError extends $ArithmeticError {}
class $LookupError extends $Exception {}
class $IndexError extends $LookupError {}
class $KeyError extends $LookupError {}
class $StopIteration extends $Exception {}
class $ValueError extends $Exception {}
// Errors that no compiled program catches, because they mean a bug.
class $TypeError extends $Exception {}
class $AttributeError extends $Exception {}

const $CLASSES = [$Object, $Exception, Array];
const $isClass = (f) => $CLASSES.some((base) => f.prototype instanceof base);
const $call = (f, given) => ($isClass(f) ? new f(...given) : f(...given));

// Returns an attribute. If it is a method, it is bound to its object. Methods of lists are not
// found here, because they are functions of the runtime.
function $bound(object, name) {
  const value = object[name];
  if (value === undefined) throw new $AttributeError(name);
  return typeof value === "function" ? value.bind(object) : value;
}
const $annotations = (made) => $dict.fromkeys(made.$fields);

// Returns the keyword arguments that are not parameters of the function.
function $keywords(pairs, parameters) {
  const more = new $Dict();
  for (const [key, value] of pairs) {
    if (parameters.includes(key) || more.has(key)) throw new $TypeError(`${key} is given twice`);
    more.put(key, value);
  }
  return more;
}
const $object = (mapping) => Object.fromEntries($pairs(mapping));

function $replace(object, changes) {
  const made = object.constructor;
  const unknown = Object.keys(changes).find((name) => !made.$fields.includes(name));
  if (unknown !== undefined) throw new $TypeError(`no field ${unknown}`);
  const given = made.$fields.map((name) => (name in changes ? changes[name] : object[name]));
  return new made(...given);
}

// These functions set the fields of a class. The fields of a tuple are also its items.
function $plainFields(made, fields) {
  made.$fields = fields;
}
function $dataFields(made, fields) {
  made.$fields = fields;
  made.$data = true;
}
function $tupleFields(made, fields) {
  made.$fields = fields;
  fields.forEach((field, i) => {
    const get = function () {
      return this[i];
    };
    Object.defineProperty(made.prototype, field, { get });
  });
}

// Caches the results of a function by its arguments. The cache is cleared when it has `$KEPT`
// results.
const $KEPT = 20000;
function $memo(f) {
  const cache = new Map();
  return (...given) => {
    const key = given.length === 1 ? $hash(given[0]) : $hash($T(given));
    let answer = cache.get(key);
    if (answer === undefined) {
      answer = f(...given);
      if (cache.size >= $KEPT) cache.clear();
      cache.set(key, answer);
    }
    return answer;
  };
}
