"""Compiles expressions. Each has the same value as in Python, or it is refused."""

import ast
import json
import math
from collections.abc import Callable

from games.phone.compiler import subset
from games.phone.compiler.calls import Calls
from games.phone.compiler.scopes import Kind

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
LITERALS = (ast.Constant, ast.JoinedStr)
EMPTY_TEXT = '""'
SINGLETONS = {None: "null", True: "true", False: "false"}


class Expressions(Calls):
    """The part of the compiler that writes expressions."""

    def expression(self, node: ast.expr) -> str:
        """Return an expression as JavaScript. Raises `NotForThePhone`."""
        write = getattr(self, f"_write_{type(node).__name__}", None)
        if write is None:
            raise self.refuse(node, f"{type(node).__name__}")
        return str(write(node))

    # --- Conditions ---------------------------------------------------------------------------

    def condition(self, node: ast.expr) -> str:
        """Return an expression as JavaScript's own true or false, as `if` needs it."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(map(self.condition, node.values))})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        text = self.expression(node)
        return text if self._is_boolean(node) else f"$truth({text})"

    def _is_boolean(self, node: ast.expr) -> bool:
        """Return whether the value of an expression is always a bool."""
        if isinstance(node, ast.BoolOp):
            return all(map(self._is_boolean, node.values))
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        if isinstance(node, ast.Constant):
            return isinstance(node.value, bool)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            known = node.func.id in ("isinstance", "any", "all", "bool")
            return known and self.kind(node.func) is Kind.BUILTIN
        return isinstance(node, ast.Compare)

    def _write_BoolOp(self, node: ast.BoolOp) -> str:  # noqa: N802
        if self._is_boolean(node):
            return self.condition(node)
        *firsts, last = node.values
        text = self.expression(last)
        for operand in reversed(firsts):
            temporary = self.new()
            test = f"$truth({temporary} = {self.expression(operand)})"
            either = (
                f"{text} : {temporary}" if isinstance(node.op, ast.And) else f"{temporary} : {text}"
            )
            text = f"({test} ? {either})"
        return text

    def _write_Compare(self, node: ast.Compare) -> str:  # noqa: N802
        parts, left = [], node.left
        written = self.expression(left)
        for place, (sign, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            text = self.expression(right)
            is_last = place == len(node.ops) - 1
            if is_last or isinstance(right, ast.Name | ast.Constant):
                parts.append(self._compared(sign, left, right, written, text))
                written = text
            else:
                temporary = self.new()
                parts.append(self._compared(sign, left, right, written, f"({temporary} = {text})"))
                written = temporary
            left = right
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _compared(
        self, sign: ast.cmpop, left: ast.expr, right: ast.expr, before: str, after: str
    ) -> str:
        if isinstance(sign, ast.Is | ast.IsNot):
            return f"({before} {'===' if isinstance(sign, ast.Is) else '!=='} {after})"
        if isinstance(sign, ast.In | ast.NotIn):
            return f"{'!' if isinstance(sign, ast.NotIn) else ''}$in({before}, {after})"
        is_text = any(isinstance(operand, ast.Constant) and isinstance(operand.value, str)
                      for operand in (left, right))  # fmt: skip
        if is_text and isinstance(sign, ast.Eq | ast.NotEq):
            return f"({before} {'===' if isinstance(sign, ast.Eq) else '!=='} {after})"
        return f"${subset.COMPARISONS[type(sign)]}({before}, {after})"

    def _write_IfExp(self, node: ast.IfExp) -> str:  # noqa: N802
        test = self.condition(node.test)
        return f"({test} ? {self.expression(node.body)} : {self.expression(node.orelse)})"

    # --- Values -------------------------------------------------------------------------------

    def _write_Constant(self, node: ast.Constant) -> str:  # noqa: N802
        value = node.value
        if value is None or isinstance(value, bool):
            return SINGLETONS[value]
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, int):
            return str(value) if abs(value) <= subset.LARGEST_INTEGER else f"{value}n"
        if isinstance(value, float) and math.isfinite(value):
            return f"$float({value!r})"
        raise self.refuse(node, f"the constant {value!r}")

    def _write_Name(self, node: ast.Name) -> str:  # noqa: N802
        return self.reference(node)

    def _write_Attribute(self, node: ast.Attribute) -> str:  # noqa: N802
        self.check_attribute(node)
        of = self.expression(node.value)
        if node.attr == "__annotations__":
            return f"$annotations({of})"
        if node.attr in self.program.methods or node.attr in subset.METHODS:
            # The method may be used as a value, so it must stay bound to its object.
            return f"$bound({of}, {json.dumps(node.attr)})"
        return f"{of}.{node.attr}"

    def _write_Tuple(self, node: ast.Tuple) -> str:  # noqa: N802
        return f"$T([{self.items(node.elts)}])"

    def _write_List(self, node: ast.List) -> str:  # noqa: N802
        return f"[{self.items(node.elts)}]"

    def _write_Set(self, node: ast.Set) -> str:  # noqa: N802
        return f"new $Set([{self.items(node.elts)}])"

    def _write_Dict(self, node: ast.Dict) -> str:  # noqa: N802
        pairs = ", ".join(
            f"...$pairs({self.expression(value)})"
            if key is None
            else f"[{self.expression(key)}, {self.expression(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
        )
        return f"new $Dict([{pairs}])"

    def _write_JoinedStr(self, node: ast.JoinedStr) -> str:  # noqa: N802
        # The parts begin with an empty string, so that JavaScript joins them as strings.
        return f"({' + '.join([EMPTY_TEXT, *map(self._part, node.values)])})"

    def _part(self, part: ast.expr) -> str:
        if not isinstance(part, ast.FormattedValue):
            return self.expression(part)
        value = self.expression(part.value)
        if part.conversion == ord("r"):
            value = f"$repr({value})"
        elif part.conversion not in (-1, ord("s")):
            raise self.refuse(part, "this conversion")
        if part.format_spec is None:
            return f"$str({value})"
        spec = ast.unparse(part.format_spec)[2:-1]
        if not _is_known_format(spec):
            raise self.refuse(part, f"the format {spec!r}", "whole numbers take « 05 » and « , »")
        return f"$format({value}, {json.dumps(spec)})"

    # --- Operators ----------------------------------------------------------------------------

    def operator(self, node: ast.AST, sign: ast.operator, left: str, right: str) -> str:
        """Return an operation on two operands, which are given as JavaScript."""
        if type(sign) not in subset.OPERATORS:
            raise self.refuse(node, type(sign).__name__)
        return f"${subset.OPERATORS[type(sign)]}({left}, {right})"

    def _write_BinOp(self, node: ast.BinOp) -> str:  # noqa: N802
        filled = getattr(node.left, "value", "") if isinstance(node.left, LITERALS) else None
        if isinstance(node.op, ast.Mod) and isinstance(filled, str):
            raise self.refuse(node, "text filled by `%`", "write an f-string")
        return self.operator(node, node.op, self.expression(node.left), self.expression(node.right))

    def _write_UnaryOp(self, node: ast.UnaryOp) -> str:  # noqa: N802
        if isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        if isinstance(node.op, ast.USub):
            return f"$neg({self.expression(node.operand)})"
        raise self.refuse(node, type(node.op).__name__)

    def _write_Subscript(self, node: ast.Subscript) -> str:  # noqa: N802
        of = self.expression(node.value)
        if not isinstance(node.slice, ast.Slice):
            return f"$getitem({of}, {self.expression(node.slice)})"
        cut = node.slice
        bounds = [self.expression(bound) if bound else "null" for bound in (cut.lower, cut.upper)]
        step = f", {self.expression(cut.step)}" if cut.step else ""
        return f"$slice({of}, {', '.join(bounds)}{step})"

    def _write_NamedExpr(self, node: ast.NamedExpr) -> str:  # noqa: N802
        return f"({subset.spelt(node.target.id)} = {self.expression(node.value)})"

    def _write_Call(self, node: ast.Call) -> str:  # noqa: N802
        return self.write_call(node)

    def _write_Lambda(self, node: ast.Lambda) -> str:  # noqa: N802
        args = node.args
        if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs:
            raise self.refuse(node, "a lambda with more than plain parameters", "define a function")
        names = [argument.arg for argument in args.args]
        with self.scope(set(names)) as temporary:
            body = self.expression(node.body)
        head = f"let {', '.join(temporary)}; " if temporary else ""
        text = f"{{ {head}return {body}; }}" if head else body
        return f"(({', '.join(map(subset.spelt, names))}) => {text})"

    # --- Targets ------------------------------------------------------------------------------

    def target(self, node: ast.expr) -> str:
        """Return the target of an assignment, which must be one variable or attribute."""
        if isinstance(node, ast.Name):
            return subset.spelt(node.id)
        if isinstance(node, ast.Attribute):
            self.check_attribute(node)
            return f"{self.expression(node.value)}.{node.attr}"
        raise self.refuse(node, f"giving a value to {type(node).__name__}")

    def unpacked(
        self, node: ast.Tuple | ast.List, value: str, length: int | None = None
    ) -> tuple[str, str, list[tuple[ast.expr, str]]]:
        """Return the pattern that unpacks a value, the value, and the nested patterns.

        Each nested pattern comes with the temporary variable that holds its value. `length` is the
        number of items, if it is known. Otherwise the program counts the items at run time.
        """
        places, within = [], []
        starred = [element for element in node.elts if isinstance(element, ast.Starred)]
        for element in node.elts:
            inner = element.value if isinstance(element, ast.Starred) else element
            if isinstance(inner, ast.Name | ast.Attribute):
                place = self.target(inner)
            else:
                place = self.new()
                within.append((inner, place))
            places.append(f"...{place}" if isinstance(element, ast.Starred) else place)
        if starred and starred[0] is not node.elts[-1]:
            raise self.refuse(node, "a `*` that is not the last", "put it last")
        if length != len(node.elts) or starred:
            least = len(node.elts) - len(starred)
            value = f"$unpack({value}, {least}{', true' if starred else ''})"
        return f"[{', '.join(places)}]", value, within

    # --- Comprehensions -----------------------------------------------------------------------

    def loop(self, target: ast.expr, iterable: ast.expr, *, known: str | None = None) -> str:
        """Return the head of a `for`, with the start of its body.

        `known` is the JavaScript of the iterable, if it is already written. The variables of the
        target must have been declared.
        """
        over = known or self.expression(iterable)
        if isinstance(target, ast.Name):
            return f"for ({subset.spelt(target.id)} of {over}) {{ "
        each = self.new_constant()
        return f"for (const {each} of {over}) {{ {self._taken_apart(target, each, iterable)}"

    def check_order(self, iterable: ast.expr) -> None:
        """Refuse a loop over a set, because its order of strings is different each time Python
        starts.
        """
        value = iterable
        if isinstance(value, ast.Name) and self.kind(value) is Kind.VALUE:
            module, name = self.program.home(self.module.name, value.id)
            node = module.definitions[name][0]
            value = node.value if isinstance(node, ast.Assign) else value
        called = value.func if isinstance(value, ast.Call) else None
        is_made = isinstance(called, ast.Name) and called.id in ("set", "frozenset")
        if is_made or isinstance(value, ast.Set | ast.SetComp):
            raise self.refuse(iterable, "going through a set, which has no order", "sort it")

    def _taken_apart(self, target: ast.expr, value: str, iterable: ast.expr | None) -> str:
        length = _items_length(iterable) if iterable is not None else None
        if not isinstance(target, ast.Tuple | ast.List):
            raise self.refuse(target, "this target of a loop", "give it a name first")
        pattern, value, within = self.unpacked(target, value, length)
        inner = "".join(
            self._taken_apart(inner_target, place, None) for inner_target, place in within
        )
        return f"{pattern} = {value}; {inner}"

    def _comprehension(self, node: Comprehension, body: Callable[[], str]) -> tuple[str, str]:
        """Return a comprehension's loops with its body inside, and the iterable of the first
        loop.
        """
        for inner in ast.walk(node):
            if isinstance(inner, ast.NamedExpr):
                raise self.refuse(inner, "`:=` in a comprehension", "write a loop")
        if isinstance(getattr(node, "elt", None), ast.Lambda):
            raise self.refuse(node, "functions made in a comprehension", "write a loop")
        if isinstance(node, ast.ListComp | ast.DictComp):
            for generator in node.generators:
                self.check_order(generator.iter)
        first = self.expression(node.generators[0].iter)
        names = {
            name.id
            for generator in node.generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        with self.scope(names) as temporary:
            heads, closing = "", ""
            for place, generator in enumerate(node.generators):
                known = "$over" if place == 0 else None
                heads += self.loop(generator.target, generator.iter, known=known)
                closing += " }"
                for test in generator.ifs:
                    heads += f"if ({self.condition(test)}) "
                if generator.ifs:
                    heads, closing = heads + "{ ", closing + " }"
            text = f"{heads}{body()}{closing}"
            declared = [*sorted(map(subset.spelt, names)), *temporary]
        return f"let {', '.join(declared)}; {text}", first

    def _gathered(self, node: Comprehension, empty: str, put: Callable[[], str]) -> str:
        text, first = self._comprehension(node, put)
        return f"(($over) => {{ const $all = {empty}; {text} return $all; }})({first})"

    def _write_ListComp(self, node: ast.ListComp) -> str:  # noqa: N802
        return self._gathered(node, "[]", lambda: f"$all.push({self.expression(node.elt)});")

    def _write_SetComp(self, node: ast.SetComp) -> str:  # noqa: N802
        return self._gathered(node, "new $Set()", lambda: f"$all.add({self.expression(node.elt)});")

    def _write_DictComp(self, node: ast.DictComp) -> str:  # noqa: N802
        def put() -> str:
            return f"$all.put({self.expression(node.key)}, {self.expression(node.value)});"

        return self._gathered(node, "new $Dict()", put)

    def all_at_once(self, node: ast.GeneratorExp) -> str:
        """Return a generator as the array of all its values."""
        return self._gathered(node, "[]", lambda: f"$all.push({self.expression(node.elt)});")

    def short_circuit(self, name: str, node: ast.GeneratorExp) -> str:
        """Return `any` or `all` of a generator as a loop that stops early."""
        decided = "true" if name == "any" else "false"
        otherwise = "false" if name == "any" else "true"

        def body() -> str:
            test = self.condition(node.elt)
            return f"if ({test if name == 'any' else f'!{test}'}) return {decided};"

        text, first = self._comprehension(node, body)
        return f"(($over) => {{ {text} return {otherwise}; }})({first})"

    def _write_GeneratorExp(self, node: ast.GeneratorExp) -> str:  # noqa: N802
        text, first = self._comprehension(node, lambda: f"yield {self.expression(node.elt)};")
        return f"(function* ($over) {{ {text} }})({first})"


def _items_length(iterable: ast.expr) -> int | None:
    """Return how many parts each item of an iterable has, or None if the code does not show it."""
    if not isinstance(iterable, ast.Call):
        return None
    if isinstance(iterable.func, ast.Attribute):
        return 2 if iterable.func.attr in ("items", "most_common") and not iterable.args else None
    name = iterable.func.id if isinstance(iterable.func, ast.Name) else ""
    if name == "zip" and not any(isinstance(argument, ast.Starred) for argument in iterable.args):
        return len(iterable.args)
    return 2 if name in ("enumerate", "pairwise") else None


def _is_known_format(spec: object) -> bool:
    """Return whether `$format` knows a format: a width filled with zeros, or thousands."""
    return isinstance(spec, str) and (spec == "," or (spec[:1] == "0" and spec[1:].isdecimal()))
