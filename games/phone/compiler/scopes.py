"""The meaning of names where they are used, and the temporary variables of a function."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto

from games.phone.compiler import subset
from games.phone.compiler.program import Class, Module, Parameters, Program
from games.phone.compiler.refusal import NotForThePhone


class Kind(Enum):
    """What a name stands for."""

    LOCAL = auto()
    CLASS = auto()
    FUNCTION = auto()
    VALUE = auto()
    BUILTIN = auto()
    STANDARD_CLASS = auto()


class Scopes:
    """The names in scope at the code that is being written."""

    def __init__(self, program: Program, module: Module) -> None:
        self.program = program
        self.module = module
        self.scopes: list[set[str]] = []
        self.temporary: list[list[str]] = [[]]
        self.count = 0

    def refuse(self, node: ast.AST, what: str, instead: str = "") -> NotForThePhone:
        """Return the refusal of a node."""
        return self.module.refuse(node, what, instead)

    @contextmanager
    def scope(self, names: set[str]) -> Iterator[list[str]]:
        """Open a scope in which `names` are local; yield the list of its temporary variables."""
        self.scopes.append(names)
        self.temporary.append([])
        yield self.temporary[-1]
        self.temporary.pop()
        self.scopes.pop()

    def new(self) -> str:
        """Return the name of a new temporary variable of the function that is being written."""
        name = self.new_constant()
        self.temporary[-1].append(name)
        return name

    def new_constant(self) -> str:
        """Return a new name, which the caller must declare."""
        self.count += 1
        return f"$t{self.count}"

    def home(self, name: str) -> tuple[str, str]:
        """Return the module that defines a name used in this module, and the name in that
        module.
        """
        module, there = self.program.home(self.module.name, name)
        return module.name, there

    def kind(self, node: ast.Name) -> Kind:
        """Return the kind of a name. Raises `NotForThePhone` for an unknown name."""
        name = node.id
        if any(name in scope for scope in self.scopes):
            return Kind.LOCAL
        if name in self.module.definitions or name in self.module.imported:
            home = self.home(name)
            if home in self.program.classes:
                return Kind.CLASS
            return Kind.FUNCTION if home in self.program.functions else Kind.VALUE
        if name in self.module.standard:
            return self._standard(node, self.module.standard[name])
        if name in subset.BUILTINS:
            return Kind.BUILTIN
        if name in subset.EXCEPTIONS:
            return Kind.STANDARD_CLASS
        raise self.refuse(node, f"the name `{name}`")

    def _standard(self, node: ast.Name, full: str) -> Kind:
        module, _dot, name = full.rpartition(".")
        allowed = subset.STANDARD[module]
        if allowed is None or name not in allowed or name in subset.MARKERS:
            raise self.refuse(node, f"`{full}`")
        if name != node.id:
            raise self.refuse(node, f"`{full}` by another name", "import it by its own")
        return Kind.STANDARD_CLASS if name in subset.STANDARD_CLASSES else Kind.BUILTIN

    def reference(self, node: ast.Name) -> str:
        """Return the JavaScript for a name."""
        kind = self.kind(node)
        if kind is Kind.LOCAL:
            return subset.spelt(node.id)
        if kind in (Kind.BUILTIN, Kind.STANDARD_CLASS):
            return f"${node.id}"
        variable = self.program.variable(*self.home(node.id))
        if variable != node.id and any(variable in scope for scope in self.scopes):
            raise self.refuse(node, f"`{node.id}`, which a local name hides", "rename one of them")
        return variable

    def own(self, name: str) -> str:
        """Return the JavaScript name of a definition at this module's top level."""
        return self.program.variable(self.module.name, name)

    def parameters(self, node: ast.Name) -> Parameters | None:
        """Return the parameters of the function or class with this name; None if unknown."""
        kind = self.kind(node)
        if kind is Kind.FUNCTION:
            return self.program.functions[self.home(node.id)]
        if kind is Kind.CLASS:
            return self.program.classes[self.home(node.id)].init
        return None

    def class_of(self, name: str) -> Class:
        """Return the class that has this name in this module."""
        return self.program.classes[self.home(name)]
