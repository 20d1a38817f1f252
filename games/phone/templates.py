"""The match page's own templates as data, for phones that draw a match without network.

Django parses the templates, so that none has to be written twice. Their nodes become lists that
`page/templates.js` draws. A construct that phones can't draw is refused while static files are
collected. Texts are translated here, so there is one file for each language.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.template import engines
from django.template.base import FilterExpression, Node, TextNode, Variable, VariableNode
from django.template.defaulttags import (
    CommentNode,
    CsrfTokenNode,
    FirstOfNode,
    ForNode,
    IfNode,
    LoadNode,
    WithNode,
)
from django.template.library import SimpleNode
from django.template.loader_tags import IncludeNode
from django.template.smartif import TokenBase
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext, ngettext

from games.registry import installed
from games.registry.game import Game

# `PARTS`: the templates of the page of any game. `OF_A_GAME`: the templates that a game may replace
# by its own, by part.
PARTS = (
    "games/_table.html",
    "games/_pad.html",
    "games/_heading.html",
    "games/_corrected.html",
    "games/_correcting.html",
)
OF_A_GAME = {
    "board": ("{}/board.html", "games/_board.html"),
    "sheet": ("{}/sheet.html", "games/sheet.html"),
    "pad": ("{}/pad.html", "games/pad.html"),
    "preview": ("{}/_preview.html", "games/_preview.html"),
    "ending": ("{}/_ending.html", "games/_ending.html"),
}
# These numbers stand for the parameters of a route while its address is built, because every
# converter accepts a number.
_PLACES = ("7000000001", "7000000002", "7000000003")
_INDENT = re.compile(r"\s*\n\s*")


class NotForTheTemplates(Exception):
    """Raised for a construct that phones can't draw. Write it in another way, or support it
    there.
    """


def templates_text(language: str) -> str:
    """Return the match page's templates, of every installed game and in one language, as JSON."""
    with translation.override(language):
        compiled = _Compiled()
        for name in PARTS:
            compiled.add(name)
        games = {game.slug: _of_game(game, compiled) for game in installed.games()}
        payload = {
            "language": language,
            "templates": compiled.templates,
            "games": games,
            "said": _sentences(),
        }
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def _of_game(game: Game, compiled: "_Compiled") -> dict[str, Any]:
    """Return the names of the game's templates by part, and the game's words that templates
    show.
    """
    lines = game.words.lines
    return {
        **{
            part: compiled.first(name.format(game.slug) for name in names)
            for part, names in OF_A_GAME.items()
        },
        "lines": _counted(lambda count: str(lines % {"count": count})) if lines else None,
        "choices": {
            field.name: {value: str(text) for value, text in field.flatchoices}
            for field in game.entry.model._meta.concrete_fields
            if field.flatchoices
        },
    }


def _counted(text_of: Any) -> list[str]:
    """Return the texts for 0, 1 and 2, as `ngettext` forms them, with `%(count)s` for the
    number.
    """
    return [_placed(text_of(count), count) for count in (0, 1, 2)]


def _placed(text: str, count: int) -> str:
    return text.replace(str(count), "%(count)s", 1)


def _sentences() -> dict[str, Any]:
    """Return the page's own sentences: on the match's end, unsent lines, and lines taken back."""
    two = (
        "%(winners)s gagne %(points)s à %(theirs)s contre %(losers)s",
        "%(winners)s gagnent %(points)s à %(theirs)s contre %(losers)s",
    )
    two_how = (
        "%(winners)s gagne %(how)s, %(points)s à %(theirs)s contre %(losers)s",
        "%(winners)s gagnent %(how)s, %(points)s à %(theirs)s contre %(losers)s",
    )
    more = ("%(winners)s gagne avec %(score)s", "%(winners)s gagnent avec %(score)s")
    more_how = (
        "%(winners)s gagne %(how)s, avec %(score)s",
        "%(winners)s gagnent %(how)s, avec %(score)s",
    )
    points = ("%(points)s point", "%(points)s points")
    return {
        "two": [ngettext(*two, count) for count in (0, 1, 2)],
        "more": [ngettext(*more, count) for count in (0, 1, 2)],
        "points": [ngettext(*points, count) for count in (0, 1, 2)],
        "two_how": [ngettext(*two_how, count) for count in (0, 1, 2)],
        "more_how": [ngettext(*more_how, count) for count in (0, 1, 2)],
        "ahead": gettext("%(victory)s, devant %(others)s"),
        "out": gettext("%(name)s (%(points)s, hors jeu)"),
        "nobody": gettext("Personne ne gagne"),
        "drawn": gettext("%(what)s : %(scores)s"),
        "length": gettext("%(victory)s, en %(length)s."),
        "and": gettext("et"),
        "undone": gettext("%(line)s %(number)s : ligne annulée."),
        "dropped": gettext("%(line)s %(number)s : ligne annulée, elle n'était pas envoyée."),
        "change": gettext("Modifier"),
        "to_send": gettext("%(lines)s à envoyer"),
        "start_to_send": gettext("1 match à envoyer"),
        "one_line": [ngettext("%(count)s ligne", "%(count)s lignes", count) for count in (0, 1, 2)],
        "unsent": gettext("à envoyer"),
        "corrected": gettext("%(line)s %(number)s : la correction est gardée."),
        "correct_later": gettext(
            "Sans réseau, la ligne %(number)s reste comme elle est : la corriger quand il revient."
        ),
        "keep": gettext("Garder la correction"),
    }


class _Compiled:
    """Compiled templates by name, with all those that they include."""

    def __init__(self) -> None:
        self.templates: dict[str, Any] = {}
        self._engine = engines["django"].engine  # type: ignore[attr-defined]

    def first(self, names: Iterable[str]) -> str:
        """Compile the first of these templates that exists, and return its name."""
        name: str = self._engine.select_template(list(names)).name
        self.add(name)
        return name

    def add(self, name: str) -> None:
        """Compile a template, unless it is compiled already."""
        if name in self.templates:
            return
        self.templates[name] = []
        self.templates[name] = _Template(name, self).nodes(self._engine.get_template(name).nodelist)


class _Template:
    """Compiles one template into nested lists."""

    def __init__(self, name: str, compiled: _Compiled) -> None:
        self.name = name
        self._compiled = compiled
        self._writers: dict[type, Any] = {
            TextNode: lambda node: _INDENT.sub("\n", node.s),
            VariableNode: lambda node: ["v", self._value(node.filter_expression)],
            LoadNode: lambda node: "",
            CommentNode: lambda node: "",
            CsrfTokenNode: lambda node: ["csrf"],
            IfNode: self._if,
            ForNode: self._for,
            WithNode: lambda node: [
                "with",
                self._values(node.extra_context),
                self.nodes(node.nodelist),
            ],
            IncludeNode: self._include,
            TranslateNode: self._translate,
            BlockTranslateNode: self._block_translate,
            SimpleNode: self._tag,
            FirstOfNode: lambda node: [
                "first",
                [self._value(expression) for expression in node.vars],
            ],
        }

    def nodes(self, nodelist: Iterable[Node]) -> list[Any]:
        """Return nodes as lists. Adjacent texts are joined."""
        parts: list[Any] = []
        for node in nodelist:
            writer = self._writers.get(type(node))
            if writer is None:
                raise self._refused(node)
            written = writer(node)
            if isinstance(written, str) and parts and isinstance(parts[-1], str):
                parts[-1] += written
            elif written != "":
                parts.append(written)
        return parts

    def _refused(self, node: Any) -> NotForTheTemplates:
        place = getattr(getattr(node, "token", None), "lineno", "?")
        return NotForTheTemplates(f"{self.name}:{place}: phones can't draw {node!r}")

    def _value(self, expression: FilterExpression) -> Any:
        value = self._base(expression.var) if expression.is_var else {"c": _plain(expression.var)}
        filters = [
            [
                function._filter_name,
                *(self._base(arg) if is_name else {"c": _plain(arg)} for is_name, arg in args),
            ]
            for function, args in expression.filters
        ]
        return value | ({"f": filters} if filters else {})

    def _base(self, variable: Variable) -> dict[str, Any]:
        if variable.lookups is not None:
            return {"n": list(variable.lookups)}
        text = variable.literal
        return {"c": gettext(str(text)) if variable.translate else _plain(text)}

    def _values(self, expressions: Mapping[str, FilterExpression]) -> dict[str, Any]:
        return {name: self._value(expression) for name, expression in expressions.items()}

    def _if(self, node: Any) -> list[Any]:
        return [
            "if",
            [
                [None if condition is None else self._condition(condition), self.nodes(nodelist)]
                for condition, nodelist in node.conditions_nodelists
            ],
        ]

    def _condition(self, token: TokenBase) -> Any:
        if token.id == "literal":
            return self._value(token.value)
        parts = [part for part in (token.first, token.second) if part is not None]
        return [token.id, *(self._condition(part) for part in parts)]

    def _for(self, node: Any) -> list[Any]:
        if node.is_reversed:
            raise self._refused(node)
        return [
            "for",
            node.loopvars,
            self._value(node.sequence),
            self.nodes(node.nodelist_loop),
            self.nodes(node.nodelist_empty),
        ]

    def _include(self, node: Any) -> list[Any]:
        if not node.template.is_var:
            self._compiled.add(str(node.template.var))
        if node.isolated_context:
            raise self._refused(node)
        return ["include", self._value(node.template), self._values(node.extra_context)]

    def _translate(self, node: Any) -> Any:
        text = node.filter_expression
        if node.message_context or text.filters or text.var.literal is None:
            raise self._refused(node)
        sentence = gettext(str(text.var.literal)).replace("%%", "%")
        return sentence if node.asvar is None else ["set", node.asvar, {"c": sentence}]

    def _block_translate(self, node: Any) -> list[Any]:
        if node.message_context:
            raise self._refused(node)
        singular, _names = node.render_token_list(node.singular)
        if node.plural is None or not node.plural:
            texts = [gettext(singular)]
        else:
            plural, _names = node.render_token_list(node.plural)
            texts = [ngettext(singular, plural, count) for count in (0, 1, 2)]
        counter = self._value(node.counter) if node.counter else None
        return [
            "said",
            texts,
            self._values(node.extra_context),
            node.countervar,
            counter,
            node.asvar,
        ]

    def _url(self, node: Any) -> list[Any]:
        view_name, *args = node.args
        if view_name.is_var or node.kwargs:
            raise self._refused(node)
        places = _PLACES[: len(args)]
        address = reverse(str(view_name.var), args=places)
        for place in places:
            address = address.replace(place, "\0")
        return ["url", address.split("\0"), [self._value(arg) for arg in args], node.target_var]

    def _tag(self, node: Any) -> list[Any]:
        name = node.func.__name__
        if name == "url":
            return self._url(node)
        if node.takes_context:
            raise self._refused(node)
        args = [self._value(arg) for arg in node.args]
        if name == "figure_rows":
            self._compiled.add(str(node.args[1].var))
        return ["tag", name, args, self._values(node.kwargs), node.target_var]


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float) else str(value)
