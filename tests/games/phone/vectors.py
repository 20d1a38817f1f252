"""Random matches, whole and spoilt, with all that CPython says of them."""

import json
from importlib import import_module
from random import Random
from types import SimpleNamespace

from games.registry import installed
from tests.games.phone.match_texts import all_texts, entry_of
from tests.games.reference_matches import Whole

MATCHES = 1000
# If the naive scorer is slow to invent matches, it invents only one in this many. The others are
# made of sample entries.
INVENTED_ONE_IN = {"dix-mille": 20}
# If matches are long, only one in this many is whole. Of the others only the first lines are
# scored, at most `CUT`.
WHOLE_ONE_IN = {"yams": 20, "dix-mille": 8, "maitre": 4}
CUT = 25
# Values that no key of a pad sends.
BROKEN = ["abc", "-", "1e3", "2.0", " 5", "١", "9" * 20, True, -1, 2.5, "constructor"]


def vectors(slug, numbers):
    """Return the game's matches with these numbers, as JSON with what CPython says of them."""
    return [json.dumps(vector(slug, number), ensure_ascii=False) for number in numbers]


def vector(slug, number):
    reference = import_module(f"tests.games.{slug.replace('-', '_')}.reference_matches")
    random = Random(f"{slug} phone {number}")
    if number % INVENTED_ONE_IN.get(slug, 1):
        whole = sampled_match(slug, reference, random)
    else:
        whole = reference.whole_match(random)
    entries = whole.entries
    if number % WHOLE_ONE_IN.get(slug, 1):
        entries = entries[: random.randint(1, min(CUT, len(entries)))]
    place = random.randrange(len(entries))
    odd = [
        (place, reference.spoilt(random, whole, place)),
        (random.randrange(len(entries) + 1), crossed(random, entries)),
    ]
    made = {
        "game": slug,
        "number": number,
        "rules": whole.rules,
        "seats": whole.seats,
        "entries": entries,
        "looks": sorted({random.randint(1, len(entries)) for _ in range(2)}),
        "odd": odd,
        "taps": all_tapped(
            random, installed.game_of(slug), reference, whole._replace(entries=entries)
        ),
        "rulesets": [changed_rules(random, whole) for _ in range(3)],
    }
    # The match as it arrives over the network: tuples are lists, and keys are texts.
    made = json.loads(json.dumps(made))
    return made | {"said": all_texts(made)}


def sampled_match(slug, reference, random):
    """Return a match, or its first lines, made of the sample entries that demonstrations use."""
    game = installed.game_of(slug)
    rules, seats = vars(reference.random_rules(random)), random.choice([2, 2, 3, 4, 5, 6])
    fold, entries = game.fold(SimpleNamespace(**rules), seats), []
    for _ in range(random.randint(5, 40)):
        entries.append(game.demonstration.sample(SimpleNamespace(**rules), fold.sheet(), random))
        fold.add(entry_of(game, entries[-1]))
        if fold.result is not None:
            break
    return Whole(rules, seats, entries, [], (), [], "", [])


def all_tapped(random, game, reference, whole):
    """Return a place in the match, whether its line is being corrected, and what is tapped there:
    first the line's own keys, then arbitrary ones.
    """
    place = random.randrange(len(whole.entries))
    fold = game.fold(SimpleNamespace(**whole.rules), whole.seats)
    for entry in whole.entries[: place + 1]:
        fold.add(entry_of(game, entry))
    legal = reference.taps_of(whole, place, fold.lines[place].completed)
    keys = reference.keys(whole)
    tapped = [legal]
    for _ in range(4):
        taps = {name: random.choice(ways) for name, ways in keys.items() if random.random() < 0.7}
        changed = dict([random.choice([*taps.items(), ("", "")])])
        tapped.append(random.choice([taps, {**taps, **legal}, {**legal, **changed}]))
    broken = random.choice(sorted(keys))
    tapped.append({**random.choice(tapped), broken: random.choice(BROKEN)})
    return place, random.random() < 0.5, tapped


def crossed(random, entries):
    """Return a mixture of the fields of two entries."""
    entry, other = random.choice(entries), random.choice(entries)
    return {**entry, **{name: value for name, value in other.items() if random.random() < 0.5}}


def changed_rules(random, whole):
    """Return the rules with one value changed, perhaps to an invalid one, and a number of seats."""
    changed = dict(whole.rules)
    name = random.choice(sorted(changed))
    value = changed[name]
    if isinstance(value, bool):
        changed[name] = not value
    elif isinstance(value, int | float):
        changed[name] = random.choice([0, -1, 7, 33, 1000, 2.0, 2.5, value + 1])
    elif value is None:
        changed[name] = random.choice([0, -5, 13])
    elif isinstance(value, dict):
        key = random.choice(sorted(value))
        changed[name] = {**value, key: random.choice([-1, 1e9, 2.345, 2.0])}
    return changed, random.choice([whole.seats, whole.seats + 1])
