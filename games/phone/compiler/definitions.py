"""Compiles functions, classes and whole modules."""

import ast
import json
from collections.abc import Iterator

from games.phone.compiler import subset
from games.phone.compiler.program import Class
from games.phone.compiler.scopes import Kind
from games.phone.compiler.statements import Statements

ABSTRACT = "abstractmethod"
UNCHANGING = (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp)
UNCHANGING_CALLS = frozenset({"frozenset", "tuple", "Decimal", "Fraction"})


class Definitions(Statements):
    """The part of the compiler that writes functions, classes and modules."""

    # --- Modules ------------------------------------------------------------------------------

    def write_module(self) -> str:
        """Return those definitions of the module that are used. All modules share one scope."""
        return "\n".join(self._top(node) for node in self.module.statements())

    def _top(self, node: ast.stmt) -> str:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            return self.statement(node)
        if not isinstance(node, ast.Assign):
            raise self.refuse(node, f"{type(node).__name__} at the top of a module")
        with self.scope(set()) as temporary:
            value = self.expression(node.value)
            given = [self._top_target(target, value) for target in node.targets[:1]]
            given += [self._top_target(target, "") for target in node.targets[1:]]
        if len(given) > 1:
            raise self.refuse(node, "several names for one value", "define them one by one")
        head = f"let {', '.join(temporary)};\n" if temporary else ""
        return f"{head}const {given[0]};"

    def _top_target(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Name):
            return f"{self.own(target.id)} = {value}"
        if not isinstance(target, ast.Tuple) or not all(
            isinstance(element, ast.Name) for element in target.elts
        ):
            raise self.refuse(target, "this definition", "give one value a name")
        names = ", ".join(
            self.own(element.id) for element in target.elts if isinstance(element, ast.Name)
        )
        return f"[{names}] = $unpack({value}, {len(target.elts)})"

    # --- Functions ----------------------------------------------------------------------------

    def _write_FunctionDef(self, node: ast.FunctionDef) -> str:  # noqa: N802
        name = subset.spelt(node.name) if self.scopes else self.own(node.name)
        text = self._function(node, name)
        for decorator in node.decorator_list:
            called = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if called not in ("cache", "lru_cache") or self.scopes:
                raise self.refuse(decorator, f"the decorator `{called}`")
            return f"const {name} = $memo({text});"
        return f"{name} = {text};" if self.scopes else text

    def _function(self, node: ast.FunctionDef, name: str, *, is_method: bool = False) -> str:
        """Return a function or method as JavaScript. A method's first parameter becomes `this`."""
        args = node.args
        if args.posonlyargs or (args.vararg and (args.kwarg or args.kwonlyargs)):
            raise self.refuse(node, "these parameters", "use plain ones")
        defaults = [None] * (len(args.args) - len(args.defaults)) + list(args.defaults)
        given = list(zip([*args.args, *args.kwonlyargs], [*defaults, *args.kw_defaults],
                         strict=True))  # fmt: skip
        if is_method:
            given = given[1:]
        params = [self._parameter(argument.arg, default) for argument, default in given]
        if args.vararg:
            params.append(f"...{subset.spelt(args.vararg.arg)}")
        if args.kwarg:
            params.append(f"{subset.spelt(args.kwarg.arg)} = new $Dict()")
        taken = {
            argument.arg
            for argument in [*args.args, *args.kwonlyargs, args.vararg, args.kwarg]
            if argument
        }
        stored = set(_stored(node.body))
        outside = self.count
        if not self.scopes:
            # Each function counts its temporary names from 0, because equal names in all functions
            # make a smaller file.
            self.count = 0
        with self.scope(taken | stored) as temporary:
            body = self.lines(node.body)
        self.count = max(outside, self.count) if self.scopes else outside
        head = f"const {subset.spelt(args.args[0].arg)} = this;\n" if is_method else ""
        if args.vararg:
            more = subset.spelt(args.vararg.arg)
            head += f"{more} = $T({more});\n"
        declared = [*sorted(map(subset.spelt, stored - taken)), *temporary]
        head += f"let {', '.join(declared)};\n" if declared else ""
        end = "" if isinstance(node.body[-1], ast.Return | ast.Raise) else "\nreturn null;"
        code = f"({', '.join(params)}) {{\n{head}{body}{end}\n}}"
        star = "*" if any(map(_yields, node.body)) else ""
        return f"{star}{name}{code}" if is_method else f"function{star} {name}{code}"

    def _parameter(self, name: str, default: ast.expr | None) -> str:
        if default is None:
            return subset.spelt(name)
        called = default.func if isinstance(default, ast.Call) else None
        is_call = isinstance(called, ast.Name) and called.id in UNCHANGING_CALLS
        is_tuple = isinstance(default, ast.Tuple) and all(
            isinstance(element, UNCHANGING) for element in default.elts
        )
        if not (isinstance(default, UNCHANGING) or is_call or is_tuple):
            raise self.refuse(default, "a default that is made once", "use None, or a constant")
        return f"{subset.spelt(name)} = {self.expression(default)}"

    # --- Classes ------------------------------------------------------------------------------

    def _write_ClassDef(self, node: ast.ClassDef) -> str:  # noqa: N802
        if self.scopes:
            raise self.refuse(node, "a class in a function", "define it at the top of its module")
        known = self.class_of(node.name)
        for decorator in node.decorator_list:
            called = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
            if called != "dataclass":
                raise self.refuse(decorator, "this decorator of a class")
        for keyword in node.keywords:
            raise self.refuse(keyword, "keywords of a class")
        for name in known.fields:
            self._check_member(node, name)
        parts = [self._constructor(node, known)] if known.is_tuple or known.is_data else []
        after: list[str] = []
        for member in node.body:
            if isinstance(member, ast.FunctionDef):
                parts.append(self._member(member))
            elif isinstance(member, ast.Assign):
                after += self._class_values(node, member.targets, member.value)
            elif isinstance(member, ast.AnnAssign) and not (known.is_tuple or known.is_data):
                if member.value is not None:
                    after += self._class_values(node, [member.target], member.value)
            elif not isinstance(member, ast.AnnAssign | ast.Pass):
                raise self.refuse(member, f"{type(member).__name__} in a class")
        name = self.own(node.name)
        if known.fields:
            kind = "$tuple" if known.is_tuple else "$data" if known.is_data else "$plain"
            after.insert(0, f"{kind}Fields({name}, {json.dumps(known.fields)});")
        body = "\n".join(filter(None, parts))
        return "\n".join([f"class {name} extends {self._base(node)} {{\n{body}\n}}", *after])

    def _base(self, node: ast.ClassDef) -> str:
        bases = [base for base in node.bases if ast.unparse(base) not in ("ABC", "Protocol")]
        if len(bases) > 1:
            raise self.refuse(node, "a class of several bases")
        if not bases:
            return "$Object"
        base = bases[0]
        if ast.unparse(base) == "NamedTuple":
            return "$NamedTuple"
        if not isinstance(base, ast.Name) or self.kind(base) not in (
            Kind.CLASS,
            Kind.STANDARD_CLASS,
        ):
            raise self.refuse(base, f"the base `{ast.unparse(base)}`")
        return self.reference(base)

    def _constructor(self, node: ast.ClassDef, known: Class) -> str:
        fields = [member for member in node.body if isinstance(member, ast.AnnAssign)]
        params = ", ".join(
            self._field(name, member.value)
            for name, member in zip(known.fields, fields, strict=True)
        )
        names = list(map(subset.spelt, known.fields))
        if known.is_tuple:
            puts = "".join(f" this[{i}] = {name};" for i, name in enumerate(names))
            return f"constructor({params}) {{ super({len(names)});{puts} }}"
        puts = "".join(
            f" this.{field} = {name};" for field, name in zip(known.fields, names, strict=True)
        )
        end = " Object.freeze(this);" if known.is_frozen else ""
        return f"constructor({params}) {{ super();{puts}{end} }}"

    def _field(self, name: str, default: ast.expr | None) -> str:
        if not isinstance(default, ast.Call) or ast.unparse(default.func) != "field":
            return self._parameter(name, default)
        keywords = {keyword.arg: keyword.value for keyword in default.keywords}
        if set(keywords) != {"default_factory"}:
            raise self.refuse(default, "this `field`", "it takes a default_factory alone")
        made = ast.copy_location(ast.Call(keywords["default_factory"], [], []), default)
        return f"{subset.spelt(name)} = {self.expression(made)}"

    def _member(self, node: ast.FunctionDef) -> str:
        self._check_member(node, node.name)
        decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
        if ABSTRACT in decorators:
            return ""
        if not decorators:
            return self._function(node, node.name, is_method=True)
        if decorators == {"property"}:
            return f"get {self._function(node, node.name, is_method=True)}"
        if decorators == {"classmethod"}:
            # In Python, a class method may also be called on an object, so the objects get a method
            # too.
            text = self._function(node, node.name, is_method=True)
            shared = f"{node.name}(...$args) {{ return this.constructor.{node.name}(...$args); }}"
            return f"static {text}\n{shared}"
        raise self.refuse(node, f"the decorators {sorted(decorators)}")

    def _check_member(self, node: ast.AST, name: str) -> None:
        if name in subset.FOREIGN or name in subset.TAKEN:
            raise self.refuse(node, f"a member called `{name}`", "call it otherwise")

    def _class_values(
        self, node: ast.ClassDef, targets: list[ast.expr], given: ast.expr
    ) -> Iterator[str]:
        for target in targets:
            if not isinstance(target, ast.Name):
                raise self.refuse(target, "this value of a class")
            if target.id != "__slots__":
                self._check_member(node, target.id)
                value = self.expression(given)
                name = self.own(node.name)
                yield f"{name}.{target.id} = {name}.prototype.{target.id} = {value};"


def _stored(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that a function assigns, without those of functions nested in it."""
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            yield node.name
            continue
        if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp
                      | ast.GeneratorExp):  # fmt: skip
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        waiting.extend(ast.iter_child_nodes(node))


def _yields(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
        return False
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    return any(map(_yields, ast.iter_child_nodes(node)))
