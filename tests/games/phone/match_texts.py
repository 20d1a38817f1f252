"""All that a game says of a match, as text. CPython and JavaScript must give the same text.

`match_texts.js` does the same in JavaScript. Ints, floats, decimals, tuples and lists are written
differently, and a mapping keeps its order.
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from types import SimpleNamespace

from games.registry import installed
from games.sheet import RuleError

# This many matches of each game are scored from rows of the game's model, as on the server.
ROWS = 20


@cache
def quoted(value):
    return json.dumps(value, ensure_ascii=False)


def text(value):
    # The exact type is tried first, because there are millions of values and most have one of
    # these types.
    kind = type(value)
    if kind is str:
        return quoted(value)
    if kind is int or kind is bool or value is None:
        return str(value)
    if kind is tuple:
        return f"({','.join(map(text, value))})"
    if kind in FIELDS:
        return _fields(value, FIELDS[kind])
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return f"D{value}"
    if isinstance(value, float):
        return f"F{value!r}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        FIELDS[kind] = [(name, f"{name}=") for name in value._fields]
        return _fields(value, FIELDS[kind])
    if isinstance(value, tuple):
        return f"({','.join(map(text, value))})"
    if isinstance(value, list):
        return f"[{','.join(map(text, value))}]"
    if isinstance(value, set | frozenset):
        return f"S{{{','.join(sorted(map(text, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{text(key)}:{text(item)}' for key, item in value.items())}}}"
    FIELDS[kind] = [(name, f"{name}=") for name in value.__dataclass_fields__]
    return _fields(value, FIELDS[kind])


# The names of the fields of each type that was written so far.
FIELDS = {}


def _fields(value, names):
    inside = ",".join([prefix + text(getattr(value, name)) for name, prefix in names])
    return f"{type(value).__name__}({inside})"


def refusal(error):
    return f"!{error.code}/{error.field}/{error.number}/{text(error.params)}"


def outcome(fold):
    return text(sheet_values(fold))


def sheet_values(fold):
    sheet = fold.sheet()
    return sheet.scores, sheet.state, sheet.next, sheet.result


def entry_of(game, data):
    """An entry as the server has it: a row of the game's own model."""
    entry = game.entry.model()
    entry.fill(data)
    return entry


def bare_entry_of(game, data):
    """Return an entry as a plain object, because making a row takes longer than scoring it."""
    return SimpleNamespace(**{name: data.get(name) for name in game.entry.model.data_names()})


def play(game, rules, seats, entries, looks=(), make=bare_entry_of):
    """Return what each line says, and the outcome after the lines in `looks` and at the end. A
    refusal ends the list.
    """
    fold, parts = game.fold(SimpleNamespace(**rules), seats), []
    for number, data in enumerate(entries, start=1):
        try:
            fold.add(make(game, data))
        except RuleError as error:
            return [*parts, refusal(error)]
        parts.append(text(fold.lines[-1]))
        if number in looks:
            parts += [outcome(fold), places(game, rules, seats, fold)]
    return [*parts, outcome(fold)]


def places(game, rules, seats, fold):
    """Return what each seat shows at this point of the match."""
    rules, sheet = SimpleNamespace(**rules), fold.sheet()
    return text([game.place.notes(rules, sheet, seat) for seat in range(seats)])


def last_text(game, rules, seats, entries):
    """Return the sheet after all these entries, or the refusal of one of them."""
    fold = game.fold(SimpleNamespace(**rules), seats)

    def fold_all():
        for data in entries:
            fold.add(bare_entry_of(game, data))
        return sheet_values(fold)

    return attempt(fold_all)


def tapped_texts(game, rules, seats, entries, tapped, correcting):
    """Return what the pad makes of each set of inputs, whether it is complete, and the match after
    recording the first set.
    """
    fold, rules = game.fold(SimpleNamespace(**rules), seats), SimpleNamespace(**rules)
    for data in entries:
        fold.add(bare_entry_of(game, data))
    before = fold.sheet()
    parts = []
    for taps in tapped:
        for read in (game.pad.entry_of, game.pad.is_complete):
            parts.append(attempt(read, rules, before, taps, correcting=correcting))

    def recorded():
        made = game.pad.entry_of(rules, before, tapped[0], correcting=correcting)
        fold.add(bare_entry_of(game, made))
        return sheet_values(fold)

    return [*parts, attempt(recorded)]


def attempt(tell, *given, **named):
    """Return the function's result as text, or the refusal that it raises."""
    try:
        return text(tell(*given, **named))
    except RuleError as error:
        return refusal(error)


def all_texts(vector):
    """Return everything that is compared for one match; see `vectors.py`."""
    game = installed.game_of(vector["game"])
    rules, seats, entries = vector["rules"], vector["seats"], vector["entries"]
    make = entry_of if vector["number"] < ROWS else bare_entry_of
    parts = play(game, rules, seats, entries, vector["looks"], make)
    for place, entry in vector["odd"]:
        parts.append(last_text(game, rules, seats, [*entries[:place], entry]))
    place, correcting, tapped = vector["taps"]
    parts += tapped_texts(game, rules, seats, entries[:place], tapped, correcting)
    for changed, at in vector["rulesets"]:
        faults = game.rules.faults(SimpleNamespace(**changed), at)
        parts.append(";".join(map(refusal, faults)))
    return parts
