"""Compiles statements."""

import ast

from games.phone.compiler import subset
from games.phone.compiler.expressions import Expressions
from games.phone.compiler.scopes import Kind


class Statements(Expressions):
    """The part of the compiler that writes statements."""

    def statement(self, node: ast.stmt) -> str:
        """Return a statement as JavaScript. Raises `NotForThePhone`."""
        write = getattr(self, f"_write_{type(node).__name__}", None)
        if write is None:
            raise self.refuse(node, type(node).__name__)
        return str(write(node))

    def block(self, body: list[ast.stmt]) -> str:
        """Return statements in braces."""
        return "{\n" + self.lines(body) + "\n}"

    def lines(self, body: list[ast.stmt]) -> str:
        """Return statements as JavaScript, one per line."""
        return "\n".join(filter(None, map(self.statement, body)))

    # --- Simple statements ----------------------------------------------------------------------

    def _write_Pass(self, node: ast.Pass) -> str:  # noqa: N802
        return ""

    def _write_Break(self, node: ast.Break) -> str:  # noqa: N802
        return "break;"

    def _write_Continue(self, node: ast.Continue) -> str:  # noqa: N802
        return "continue;"

    def _write_Expr(self, node: ast.Expr) -> str:  # noqa: N802
        value = node.value
        if isinstance(value, ast.Yield):
            return f"yield {self.expression(value.value) if value.value else 'null'};"
        if isinstance(value, ast.YieldFrom):
            return f"yield* {self.expression(value.value)};"
        return f"{self.expression(value)};"

    def _write_Return(self, node: ast.Return) -> str:  # noqa: N802
        if node.value is None:
            return "return null;"
        self._check_kept(node.value)
        return f"return {self.expression(node.value)};"

    def _write_Raise(self, node: ast.Raise) -> str:  # noqa: N802
        if node.exc is None:
            return "throw $error;"
        text = self.expression(node.exc)
        is_class = isinstance(node.exc, ast.Name) and self.kind(node.exc) in (
            Kind.CLASS,
            Kind.STANDARD_CLASS,
        )
        return f"throw new {text}();" if is_class else f"throw {text};"

    def _write_Assert(self, node: ast.Assert) -> str:  # noqa: N802
        message = self.expression(node.msg) if node.msg else ""
        return f"if (!{self.condition(node.test)}) throw new $AssertionError({message});"

    def _write_Delete(self, node: ast.Delete) -> str:  # noqa: N802
        parts = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise self.refuse(target, "this `del`", "take one item out of a dict or a list")
            parts.append(
                f"$delitem({self.expression(target.value)}, {self.expression(target.slice)});"
            )
        return " ".join(parts)

    # --- Assignments ----------------------------------------------------------------------------

    def _write_Assign(self, node: ast.Assign) -> str:  # noqa: N802
        self._check_kept(node.value)
        value = self.expression(node.value)
        if len(node.targets) == 1:
            return self.assign(node.targets[0], value)
        temporary = self.new()
        return f"{temporary} = {value};\n" + "\n".join(
            self.assign(target, temporary) for target in node.targets
        )

    def assign(self, target: ast.expr, value: str) -> str:
        """Return the statement that assigns a value, given as JavaScript, to a target."""
        if isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                raise self.refuse(target, "giving a slice new items", "make a new list")
            of, key = self.expression(target.value), self.expression(target.slice)
            return f"$setitem({of}, {key}, {value});"
        if not isinstance(target, ast.Tuple | ast.List):
            return f"{self.target(target)} = {value};"
        if any(isinstance(element, ast.Subscript) for element in target.elts):
            raise self.refuse(target, "items among several targets", "give them one by one")
        pattern, value, within = self.unpacked(target, value)
        rest = "".join(f"\n{self.assign(inner_target, place)}" for inner_target, place in within)
        return f"{pattern} = {value};{rest}"

    def _write_AugAssign(self, node: ast.AugAssign) -> str:  # noqa: N802
        target = node.target
        if isinstance(target, ast.Subscript):
            of, key = self.new(), self.new()
            head = f"{of} = {self.expression(target.value)}; "
            head += f"{key} = {self.expression(target.slice)}; "
            changed = self._changed(node, f"$getitem({of}, {key})")
            return f"{head}$setitem({of}, {key}, {changed});"
        if isinstance(target, ast.Attribute) and not isinstance(target.value, ast.Name):
            self.check_attribute(target)
            of = self.new()
            changed = self._changed(node, f"{of}.{target.attr}")
            return f"{of} = {self.expression(target.value)}; {of}.{target.attr} = {changed};"
        name = self.target(target)
        return f"{name} = {self._changed(node, name)};"

    def _changed(self, node: ast.AugAssign, before: str) -> str:
        value = self.expression(node.value)
        if type(node.op) in subset.IN_PLACE:
            return f"${subset.IN_PLACE[type(node.op)]}({before}, {value})"
        return self.operator(node, node.op, before, value)

    def _check_kept(self, value: ast.expr) -> None:
        """Refuse to store an iterator: in JavaScript it can be read again, in Python only once."""
        called = value.func if isinstance(value, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in subset.READ_ONCE:
            raise self.refuse(value, "keeping what is read once", "make a tuple or a list of it")

    # --- Branches and loops -------------------------------------------------------------------

    def _write_If(self, node: ast.If) -> str:  # noqa: N802
        text = f"if ({self.condition(node.test)}) {self.block(node.body)}"
        return f"{text} else {self.block(node.orelse)}" if node.orelse else text

    def _write_While(self, node: ast.While) -> str:  # noqa: N802
        if node.orelse:
            raise self.refuse(node.orelse[0], "`else` of a loop", "keep what was found in a name")
        return f"while ({self.condition(node.test)}) {self.block(node.body)}"

    def _write_For(self, node: ast.For) -> str:  # noqa: N802
        if node.orelse:
            raise self.refuse(node.orelse[0], "`else` of a loop", "keep what was found in a name")
        self.check_order(node.iter)
        return f"{self.loop(node.target, node.iter)}\n{self.lines(node.body)}\n}}"

    def _write_Try(self, node: ast.Try) -> str:  # noqa: N802
        if node.orelse:
            raise self.refuse(node.orelse[0], "`else` of a try", "put it at the end of the try")
        text = f"try {self.block(node.body)}"
        if node.handlers:
            branches = "".join(self._handler(handler) for handler in node.handlers)
            text += f" catch ($error) {{\n{branches}{{ throw $error; }}\n}}"
        return f"{text} finally {self.block(node.finalbody)}" if node.finalbody else text

    def _handler(self, node: ast.ExceptHandler) -> str:
        if node.type is None:
            raise self.refuse(node, "a bare `except`", "name what is caught")
        types = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        for caught in types:
            if isinstance(caught, ast.Name) and caught.id == "Exception":
                raise self.refuse(caught, "catching every exception", "name what is caught")
        test = " || ".join(f"$error instanceof {self.expression(caught)}" for caught in types)
        named = f"{subset.spelt(node.name)} = $error;\n" if node.name else ""
        return f"if ({test}) {{\n{named}{self.lines(node.body)}\n}} else "
