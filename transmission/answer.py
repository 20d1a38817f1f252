"""A graph as the API answers it, written straight as JSON text.

The same as `telling` tells, sign for sign: at 100 000 people the objects and dictionaries on the
way to that text take most of the time. What only changes with the graph is kept by its stamp; names
and clubs are looked up each time, as they change without it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from json.encoder import encode_basestring
from operator import itemgetter
from typing import Any

from rest_framework.renderers import JSONRenderer

from clubs.callers import Caller
from transmission.graph_data import MANY, Columns, clubs_of, date_of, names_of, redacted, told_links
from transmission.queries import Seen, sources_among
from transmission.redaction import tells

# Number, teacher, learner and club of a link, and how it is answered to who may be told it all.
Written = tuple[int, int, int, int | None, str]


def graph_text(
    seen: Seen, caller: Caller, numbers: Collection[int] | None, more: Mapping[str, Any]
) -> bytes:
    """Return the graph seen, or the part that holds these people alone, as the API's body.

    `more` is what else the body holds, after the graph.
    """
    generation = seen.lineage.generations
    asked = seen.lineage.teachers if numbers is None else dict.fromkeys(numbers)
    order = sorted((number for number in asked if number in generation), key=generation.__getitem__)
    names = names_of(seen, order)
    told = [number for number in order if number in names]
    nodes = ",".join(_nodes(seen, caller, told, names))
    links = ",".join(_links(seen, asked))
    text = (
        f'{{"game":{_text(seen.game.slug)},"nodes":[{nodes}],"links":[{links}],'
        f'"generations":{_generations(told, generation)}}}'
    )
    # What JSON takes and JavaScript did not: the API's renderer writes them so.
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return with_more(text.encode(), more)


def with_more(text: bytes, more: Mapping[str, Any]) -> bytes:
    """Return a graph's text with what else the body holds."""
    rest = "".join(f",{_text(key)}:{_other(value)}" for key, value in more.items())
    return text[:-1] + rest.encode() + b"}"


def _text(value: str | None) -> str:
    """Return a text as the API's renderer writes it."""
    return "null" if value is None else encode_basestring(value)


def _other(value: Any) -> str:
    return JSONRenderer().render(value).decode()


def _nodes(seen: Seen, caller: Caller, told: list[int], names: Mapping[int, str]) -> Iterator[str]:
    generation, pupils = seen.lineage.generations, seen.lineage.pupils
    kinds = {who: row.kind for who, row in sources_among(seen, set(told)).items()}
    clubs = clubs_of(seen, told, caller)
    for number in told:
        of = ",".join(map(_text, clubs[number])) if number in clubs else ""
        kind = _text(kinds.get(number))
        yield (
            f'{{"id":{number},"name":{_text(names[number])},"generation":{generation[number]},'
            f'"source":{kind},"clubs":[{of}],"taught":{len(pupils[number])}}}'
        )


def _generations(told: Iterable[int], generation: Mapping[int, int]) -> str:
    rows: dict[int, list[str]] = defaultdict(list)
    for number in told:
        rows[generation[number]].append(str(number))
    lists = [f"[{','.join(rows[number])}]" for number in range(max(rows, default=-1) + 1)]
    return f"[{','.join(lists)}]"


def _links(seen: Seen, asked: Collection[int]) -> Iterable[str]:
    """The links between these people, oldest first."""
    if len(asked) > MANY and seen.stamp:
        return (
            text if tells(seen, club, teacher, learner) else _arrow(number, teacher, learner)
            for number, teacher, learner, club, text in _all_links(seen.game.slug, seen.stamp)
            if teacher in asked and learner in asked
        )
    rows = told_links(seen.game.slug, asked)
    inside = [row for row in rows if row[1] in asked and row[2] in asked]
    inside.sort(key=itemgetter(0))
    return (_link(redacted(seen, row)) for row in inside)


# Two large graphs at most: 130 000 links take some 30 MB.
@lru_cache(maxsize=2)
def _all_links(slug: str, stamp: str) -> list[Written]:
    """Every confirmed link of a game, whoever may see it. A stamp never comes again."""
    return [(*row[:3], row[-1], _link(row)) for row in told_links(slug)]


def _link(row: Columns) -> str:
    number, teacher, learner, year, day, note, club, _pk = row
    return (
        f'{{"id":{number},"teacher":{teacher},"learner":{learner},'
        f'"date":{_text(date_of(year, day))},"note":{_text(note)},"club":{_text(club)},'
        f'"confirmed":true}}'
    )


def _arrow(number: int, teacher: int, learner: int) -> str:
    """A link of which no more may be told than whom it joins."""
    return _link((number, teacher, learner, None, None, "", None, None))
