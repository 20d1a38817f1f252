"""The modules of a program: which definitions are used (*reached*), and their signatures."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from games.phone.compiler import subset
from games.phone.compiler.plain import without_types
from games.phone.compiler.refusal import NotForThePhone


@dataclass(frozen=True)
class Parameters:
    """The parameters of a function, a method or a class."""

    names: tuple[str, ...]
    required: frozenset[str]
    # Parameters from this index on are keyword-only.
    positional: int
    takes_more: bool = False
    takes_keywords: bool = False


@dataclass(frozen=True)
class Class:
    """A class: its fields, and how its objects are made."""

    name: str
    fields: tuple[str, ...]
    is_data: bool
    is_tuple: bool
    is_frozen: bool
    init: Parameters | None


@dataclass
class Module:
    """A module: what its top level defines and imports."""

    name: str
    path: Path
    definitions: dict[str, list[ast.stmt]] = field(default_factory=dict)
    # The imported names, by local name. The value is the module and the name in that module.
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    standard: dict[str, str] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)
    body: list[ast.stmt] = field(default_factory=list)

    def statements(self) -> list[ast.stmt]:
        """Return the statements that define reached names, in their order."""
        reached_ids = {id(node) for name in self.reached for node in self.definitions[name]}
        return [node for node in self.body if id(node) in reached_ids]

    def refuse(self, node: ast.AST, what: str, instead: str = "") -> NotForThePhone:
        """Return the refusal of a node of this module."""
        return NotForThePhone(self.path, node, what, instead)


class Program:
    """All modules that the wanted definitions need; analysed before any of them is written."""

    def __init__(self, wanted: Iterable[tuple[str, str]], attributes: Iterable[str] = ()) -> None:
        self.modules: dict[str, Module] = {}
        # `_named`: the attributes that reached code names. `_unnamed`: the members of classes that
        # reached code has not named yet, by name.
        self._named = set(attributes)
        self._unnamed: dict[str, list[tuple[Module, ast.ClassDef, ast.FunctionDef]]] = {}
        for module, name in wanted:
            self._reach(self._load(module), name)
        self._drop_unnamed()
        self.classes: dict[tuple[str, str], Class] = {}
        self.functions: dict[tuple[str, str], Parameters] = {}
        # The parameters of a method in each reached class that has it, by the method's name.
        self.methods: dict[str, list[Parameters]] = {}
        self.attributes = set(subset.METHODS) | subset.ATTRIBUTES | {subset.REPLACE}
        self.attributes |= set(attributes)
        for module_ in self.modules.values():
            for node in module_.body:
                self.attributes |= set(_declared(node))
        for module_ in self.in_order():
            for node in module_.statements():
                self._learn(module_, node)
        self._variables = _named_apart(
            (module_.name, name) for module_ in self.in_order() for name in sorted(module_.reached)
        )

    # --- What is reached ----------------------------------------------------------------------

    def _load(self, name: str) -> Module:
        if name not in self.modules:
            spec = find_spec(name)
            if spec is None or spec.origin is None:
                raise LookupError(f"There is no module {name}.")
            module = self.modules[name] = Module(name, Path(spec.origin))
            tree = without_types(ast.parse(module.path.read_text(encoding="utf-8")))
            module.body = tree.body
            for node in tree.body:
                self._take_in(module, node)
        return self.modules[name]

    def _take_in(self, module: Module, node: ast.stmt) -> None:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = alias.asname or alias.name
                if node.module in subset.STANDARD:
                    module.standard[name] = f"{node.module}.{alias.name}"
                else:
                    module.imported[name] = (node.module or "", alias.name)
        for name in _defined(node):
            module.definitions.setdefault(name, []).append(node)

    def _reach(self, module: Module, name: str) -> None:
        if name in module.reached:
            return
        if name in module.imported:
            origin, there = module.imported[name]
            self._reach(self._load(origin), there)
            return
        if name not in module.definitions:
            raise LookupError(f"{module.name} has no {name}.")
        module.reached.add(name)
        for node in module.definitions[name]:
            self._check_top(module, node)
            if not isinstance(node, ast.ClassDef):
                self._reach_all(module, node)
                continue
            for part in [*node.decorator_list, *node.bases, *node.body]:
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("__"):
                    self._unnamed.setdefault(part.name, []).append((module, node, part))
                    if part.name in self._named:
                        self._name(part.name)
                else:
                    self._reach_all(module, part)

    def _reach_all(self, module: Module, node: ast.AST) -> None:
        """Mark as reached the definitions that a node names, and the members of classes that it
        names.
        """
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and (
                inner.id in module.definitions or inner.id in module.imported
            ):
                self._reach(module, inner.id)
            elif isinstance(inner, ast.Attribute):
                self._name(inner.attr)
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                self._name(inner.value)  # `getattr` may read an attribute of that name

    def _name(self, name: str) -> None:
        self._named.add(name)
        for module, _node, member in self._unnamed.pop(name, []):
            self._reach_all(module, member)

    def _drop_unnamed(self) -> None:
        """Remove from the classes the members that no reached code names and nothing can call."""
        for members in self._unnamed.values():
            for _module, node, member in members:
                node.body.remove(member)

    def _check_top(self, module: Module, node: ast.stmt) -> None:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Assign):
            raise module.refuse(
                node, f"{type(node).__name__} at the top of a module", "define it in one statement"
            )

    def in_order(self) -> list[Module]:
        """Return the modules with a reached definition, each after the modules it imports."""
        ordered: dict[str, Module] = {}

        def place(module: Module, waiting: tuple[str, ...]) -> None:
            if module.name in ordered:
                return
            if module.name in waiting:
                raise module.refuse(ast.Pass(), "modules that import each other", "undo the circle")
            for origin in self._origins(module):
                place(self.modules[origin], (*waiting, module.name))
            ordered[module.name] = module

        for module in sorted(self.modules.values(), key=lambda module: module.name):
            if module.reached:
                place(module, ())
        return list(ordered.values())

    def _origins(self, module: Module) -> Iterator[str]:
        for name in sorted(self.names_used(module)):
            if name in module.imported:
                yield self.home(*module.imported[name])[0].name

    def names_used(self, module: Module) -> set[str]:
        """Return all names in the reached definitions of a module."""
        return {
            inner.id
            for node in module.statements()
            for inner in ast.walk(node)
            if isinstance(inner, ast.Name)
        }

    def home(self, module: str, name: str) -> tuple[Module, str]:
        """Return the module that defines a name which `module` uses, and the name in that
        module.
        """
        module_ = self.modules[module]
        if name in module_.imported:
            return self.home(*module_.imported[name])
        return module_, name

    def variable(self, module: str, name: str) -> str:
        """Return the JavaScript name of a module's definition."""
        return self._variables[module, name]

    # --- Signatures and classes ---------------------------------------------------------------

    def _learn(self, module: Module, node: ast.stmt) -> None:
        if isinstance(node, ast.FunctionDef):
            self.functions[module.name, node.name] = parameters_of(node.args)
        if isinstance(node, ast.ClassDef):
            self.classes[module.name, node.name] = self._class(module, node)

    def _class(self, module: Module, node: ast.ClassDef) -> Class:
        bases = [ast.unparse(base) for base in node.bases]
        data = next(
            (decorator for decorator in node.decorator_list if _called(decorator) == "dataclass"),
            None,
        )
        is_tuple, is_data = bases == ["NamedTuple"], data is not None
        fields = [statement for statement in node.body if isinstance(statement, ast.AnnAssign)]
        names = tuple(
            statement.target.id for statement in fields if isinstance(statement.target, ast.Name)
        )
        init: Parameters | None = None
        for method in node.body:
            if not isinstance(method, ast.FunctionDef):
                continue
            if "property" in map(ast.unparse, method.decorator_list):
                continue
            parameters = parameters_of(method.args, skip=1)
            self.methods.setdefault(method.name, []).append(parameters)
            if method.name == "__init__":
                init = parameters
        inherited = [self._base(module, base) for base in bases]
        if is_tuple or is_data:
            if any(base and base.fields for base in inherited):
                raise module.refuse(node, "a dataclass that inherits fields", "repeat the fields")
            required = {
                name
                for name, statement in zip(names, fields, strict=True)
                if statement.value is None
            }
            init = Parameters(names, frozenset(required), len(names))
        elif init is None:
            init = next((base.init for base in inherited if base and base.init), None)
        frozen = data is not None and "frozen=True" in ast.unparse(data)
        return Class(node.name, names, is_data, is_tuple, frozen, init)

    def _base(self, module: Module, name: str) -> Class | None:
        home, there = (
            self.home(*module.imported[name]) if name in module.imported else (module, name)
        )
        return self.classes.get((home.name, there))


def parameters_of(args: ast.arguments, skip: int = 0) -> Parameters:
    """Return the parameters of a function, without the first `skip`."""
    plain = [arg.arg for arg in args.args[skip:]]
    needed = plain[: len(plain) - len(args.defaults)]
    needed += [
        arg.arg
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        if default is None
    ]
    names = (*plain, *(arg.arg for arg in args.kwonlyargs))
    return Parameters(
        names, frozenset(needed), len(plain), args.vararg is not None, args.kwarg is not None
    )


def _named_apart(places: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a JavaScript name for each definition, unique because all modules share one scope.

    The first definition of a name keeps the name, the others get a number.
    """
    places_by_name: dict[str, list[tuple[str, str]]] = {}
    for module, name in places:
        places_by_name.setdefault(name, []).append((module, name))
    return {
        place: f"{name}${number}" if number else subset.spelt(name)
        for name, places_ in places_by_name.items()
        for number, place in enumerate(places_)
    }


def _called(node: ast.expr) -> str:
    return ast.unparse(node.func if isinstance(node, ast.Call) else node)


def _defined(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a top-level statement defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        yield node.name
        return
    targets = node.targets if isinstance(node, ast.Assign) else [node]
    for target in targets:
        for inner in ast.walk(target):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id


def _declared(node: ast.stmt) -> Iterator[str]:
    """Yield the attributes that a statement's classes declare or that its code assigns."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.ClassDef):
            for member in inner.body:
                if isinstance(member, ast.FunctionDef):
                    yield member.name
                if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
                    yield member.target.id
                if isinstance(member, ast.Assign):
                    yield from (to.id for to in member.targets if isinstance(to, ast.Name))
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            yield inner.attr
