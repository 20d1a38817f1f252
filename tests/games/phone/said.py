"""All that a game says of a match, as text: what CPython and JavaScript have to say alike.

`said.js` is the same on the other side. Ints, floats, decimals, tuples and lists are told apart,
and a mapping keeps its order.
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from types import SimpleNamespace

from games import registry
from games.sheet import RuleError

# So many matches of each game are scored from rows of its model, as on the server.
ROWS = 20


def text(value):
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return f"D{value}"
    if isinstance(value, float):
        return f"F{value!r}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _fields(value, value._fields)
    if isinstance(value, tuple):
        return f"({','.join(map(text, value))})"
    if isinstance(value, list):
        return f"[{','.join(map(text, value))}]"
    if isinstance(value, set | frozenset):
        return f"S{{{','.join(sorted(map(text, value)))}}}"
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{text(key)}:{text(one)}' for key, one in value.items())}}}"
    return _fields(value, value.__dataclass_fields__)


def _fields(value, names):
    inside = ",".join(f"{name}={text(getattr(value, name))}" for name in names)
    return f"{type(value).__name__}({inside})"


def refusal(error):
    return f"!{error.code}/{error.field}/{error.number}/{text(error.params)}"


def outcome(fold):
    sheet = fold.sheet()
    return text((sheet.scores, sheet.state, sheet.next, sheet.result))


def entry_of(game, data):
    """An entry as the server has it: a row of the game's own model."""
    entry = game.entry_model()
    entry.fill(data)
    return entry


def bare_entry_of(game, data):
    """The same names without a row, which takes longer to make than to score."""
    return SimpleNamespace(**{name: data.get(name) for name in game.entry_model.data_names()})


def play(game, rules, seats, entries, looks=(), make=bare_entry_of):
    """What each line says, the outcome after some of them and at the end; last, any refusal."""
    fold, said = game.fold(SimpleNamespace(**rules), seats), []
    for number, data in enumerate(entries, start=1):
        try:
            fold.add(make(game, data))
        except RuleError as error:
            return [*said, refusal(error)]
        said.append(text(fold.lines[-1]))
        if number in looks:
            said.append(outcome(fold))
    return [*said, outcome(fold)]


def last_said(game, rules, seats, entries):
    """What becomes of the last of the entries."""
    fold = game.fold(SimpleNamespace(**rules), seats)
    try:
        for data in entries:
            fold.add(bare_entry_of(game, data))
    except RuleError as error:
        return refusal(error)
    return outcome(fold)


def all_said(vector):
    """All that is compared of a match: see `vectors.py`."""
    game = registry.game_of(vector["game"])
    rules, seats, entries = vector["rules"], vector["seats"], vector["entries"]
    make = entry_of if vector["number"] < ROWS else bare_entry_of
    said = play(game, rules, seats, entries, vector["looks"], make)
    for place, entry in vector["odd"]:
        said.append(last_said(game, rules, seats, [*entries[:place], entry]))
    for changed, at in vector["rulesets"]:
        faults = game.rule_faults(SimpleNamespace(**changed), at)
        said.append(";".join(map(refusal, faults)))
    return said
