"""Compiles calls. All arguments, keywords included, are put in the order of the parameters."""

import ast
import json
from typing import TYPE_CHECKING

from games.phone.compiler import subset
from games.phone.compiler.program import Parameters
from games.phone.compiler.scopes import Kind, Scopes


class Calls(Scopes):
    """The part of the compiler that writes calls."""

    if TYPE_CHECKING:

        def expression(self, node: ast.expr) -> str:
            """Return an expression as JavaScript."""

        def short_circuit(self, name: str, node: ast.GeneratorExp) -> str:
            """Return `any` or `all` of a generator as a loop that stops early."""

        def all_at_once(self, node: ast.GeneratorExp) -> str:
            """Return a generator as the array of all its values."""

    def items(self, nodes: list[ast.expr]) -> str:
        """Return expressions separated by commas, as in an array or a call."""
        return ", ".join(
            f"...{self.expression(node.value)}"
            if isinstance(node, ast.Starred)
            else self.expression(node)
            for node in nodes
        )

    def write_call(self, node: ast.Call) -> str:
        """Return a call as JavaScript."""
        function = node.func
        if isinstance(function, ast.Name):
            return self._by_name(node, function)
        if isinstance(function, ast.Attribute):
            return self._method(node, function)
        self._no_keywords(node)
        return f"$call({self.expression(function)}, [{self.items(node.args)}])"

    def _by_name(self, node: ast.Call, function: ast.Name) -> str:
        kind, name = self.kind(function), self.reference(function)
        if kind in (Kind.CLASS, Kind.FUNCTION):
            new = "new " if kind is Kind.CLASS else ""
            parameters = self.parameters(function)
            if parameters is None:
                self._no_keywords(node)
                return f"{new}{name}({self.items(node.args)})"
            return f"{new}{name}({self.placed(node, parameters)})"
        if kind is Kind.STANDARD_CLASS:
            self._no_keywords(node)
            return f"new {name}({self.items(node.args)})"
        if kind is Kind.BUILTIN:
            return self._builtin(node, function.id)
        self._no_keywords(node)
        return f"$call({name}, [{self.items(node.args)}])"

    def _builtin(self, node: ast.Call, name: str) -> str:
        given = node.args
        only = given[0] if len(given) == 1 and not node.keywords else None
        if name in ("any", "all") and isinstance(only, ast.GeneratorExp):
            return self.short_circuit(name, only)
        args = self._arguments(given, eager=name in subset.READS_ALL)
        if name in subset.WITH_OPTIONS:
            options = self._options(node, subset.WITH_OPTIONS[name])
            return f"${name}([{args}]{options and ', ' + options})"
        if name in ("replace", "dict"):
            options = self._options(node, None)
        else:
            options = self._options(node, subset.WITH_KEYWORDS.get(name, frozenset()))
        if options and name == "dict" and not given:
            args = "[]"
        return f"${name}({args}{options and ', ' + options})"

    def _arguments(self, nodes: list[ast.expr], *, eager: bool) -> str:
        if eager and nodes and isinstance(nodes[0], ast.GeneratorExp):
            first = self.all_at_once(nodes[0])
            return ", ".join(filter(None, [first, self.items(nodes[1:])]))
        return self.items(nodes)

    def _method(self, node: ast.Call, function: ast.Attribute) -> str:
        name = function.attr
        if ast.unparse(function.value) == "super()":
            return f"super.{name}({self._method_arguments(node, name)})"
        self.check_attribute(function)
        of, arguments = self.expression(function.value), self._method_arguments(node, name)
        if name in subset.OF_LISTS_AND_TEXTS:
            return f"${name}({of}{arguments and ', ' + arguments})"
        return f"{of}.{name}({arguments})"

    def _method_arguments(self, node: ast.Call, name: str) -> str:
        if not node.keywords:
            return self._arguments(node.args, eager=name in subset.READS_ALL_METHODS)
        if name == subset.REPLACE:
            return self._options(node, None)
        if name in subset.METHODS:
            options = self._options(node, subset.METHODS[name])
            return ", ".join(filter(None, [self.items(node.args), options]))
        ways = self.program.methods.get(name, [])
        if not ways or any(way != ways[0] for way in ways):
            raise self.refuse(
                node, f"keywords to `{name}`, which is not one known method", "call it by position"
            )
        return self.placed(node, ways[0])

    def placed(self, node: ast.Call, parameters: Parameters) -> str:
        """Return the arguments of a call, in the order of the parameters."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return self._spread(node, parameters)
        if len(node.args) > parameters.positional and not parameters.takes_more:
            raise self.refuse(node, "more arguments than parameters", "take one out")
        if parameters.takes_more:
            self._no_keywords(node)
            return self.items(node.args)
        given = dict(zip(parameters.names, node.args, strict=False))
        more: list[ast.keyword] = []
        for keyword in node.keywords:
            if keyword.arg in parameters.names:
                given[keyword.arg or ""] = keyword.value
            elif parameters.takes_keywords:
                more.append(keyword)
            else:
                raise self.refuse(node, f"the keyword `{keyword.arg or '**'}`", "name a parameter")
        missing = parameters.required - given.keys()
        if missing:
            raise self.refuse(node, f"no argument for {sorted(missing)}", "give one")
        places = [
            self.expression(given[name]) if name in given else "undefined"
            for name in parameters.names
        ]
        if more:
            places.append(self._more_keywords(more, parameters))
        while places and places[-1] == "undefined":
            places.pop()
        return ", ".join(places)

    def _spread(self, node: ast.Call, parameters: Parameters) -> str:
        """Return the arguments of a call with a `*`. Keywords may fill the last parameters."""
        if not node.keywords:
            return self.items(node.args)
        *plain, spread = node.args
        keywords = [keyword.arg for keyword in node.keywords]
        first = len(parameters.names) - len(keywords)
        if (
            not isinstance(spread, ast.Starred)
            or any(isinstance(argument, ast.Starred) for argument in plain)
            or tuple(keywords) != parameters.names[first:]
            or parameters.takes_keywords
        ):
            raise self.refuse(
                node, "`*` and these keywords", "name the last parameters, in their order"
            )
        count = first - len(plain)
        parts = [
            *map(self.expression, plain),
            f"...$unpack({self.expression(spread.value)}, {count})",
            *(self.expression(keyword.value) for keyword in node.keywords),
        ]
        return ", ".join(parts)

    def _more_keywords(self, keywords: list[ast.keyword], parameters: Parameters) -> str:
        pairs = ", ".join(
            f"...$pairs({self.expression(keyword.value)})"
            if keyword.arg is None
            else f"[{json.dumps(keyword.arg)}, {self.expression(keyword.value)}]"
            for keyword in keywords
        )
        if any(keyword.arg is None for keyword in keywords):
            return f"$keywords([{pairs}], {json.dumps(list(parameters.names))})"
        return f"new $Dict([{pairs}])"

    def _options(self, node: ast.Call, allowed: frozenset[str] | None) -> str:
        """Return the keywords of a call as a JavaScript object, or an empty string without
        keywords.

        If `allowed` is None, any keyword is allowed.
        """
        parts = []
        for keyword in node.keywords:
            if keyword.arg is None:
                if allowed is not None:
                    raise self.refuse(node, "`**` in this call", "name the keywords")
                parts.append(f"...$object({self.expression(keyword.value)})")
                continue
            if allowed is not None and keyword.arg not in allowed:
                raise self.refuse(node, f"the keyword `{keyword.arg}`")
            parts.append(f"{json.dumps(keyword.arg)}: {self.expression(keyword.value)}")
        return f"{{{', '.join(parts)}}}" if parts else ""

    def _no_keywords(self, node: ast.Call) -> None:
        if node.keywords:
            raise self.refuse(
                node, f"keywords to `{ast.unparse(node.func)}`", "give its arguments by position"
            )

    def check_attribute(self, node: ast.Attribute) -> None:
        """Raise `NotForThePhone` for an attribute that no class of the program has."""
        if node.attr not in self.program.attributes or node.attr in subset.TAKEN:
            raise self.refuse(node, f"the attribute `{node.attr}`")
