"""Makes the text of a bulletin from the facts of an evening, in one language."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import override

from bulletin import words
from bulletin.prose.facts import EveningFacts, GameFact, Who
from bulletin.prose.marks import with_guests
from bulletin.prose.plan import Outline, Said, plan, turn
from core.dates import write_date
from games.presentation.wording import Names, figure, sentence
from games.registry.installed import game_of
from tournaments.challenges.presentation import points_text


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a bulletin. People are references. A blank line separates the paragraphs.

    `question` and `answer` belong to the riddle. They are empty if there is none.
    """

    title: str
    body: str
    question: str = ""
    answer: str = ""


def draft_of(facts: EveningFacts, language: str) -> Draft:
    """Return the text of the bulletin about an evening, in a language."""
    with override(language):
        outline: Outline = plan(facts)
        seed = f"{facts.club} {facts.day.isoformat()}"
        paragraphs = [
            " ".join(sentence_of(planned, seed) for planned in sentences)
            for sentences in outline.paragraphs
        ]
        question = answer = ""
        if facts.riddle is not None:
            riddle = facts.riddle
            game = game_of(riddle.game)
            called = Names(riddle.seats, terms=game.words.terms)
            question = sentence(game.words.riddles[riddle.question], riddle.params, called)
            answer = sentence(game.words.riddles[riddle.answer], riddle.params, called)
        texts = (sentence_of(outline.title, seed), "\n\n".join(paragraphs), question, answer)
        elide = language.startswith("fr")
        return Draft(*(with_guests(text, facts.guests, elide=elide) for text in texts))


def sentence_of(planned: Said, seed: str) -> str:
    """Return a sentence in the reader's language, in the wording that the seed chooses."""
    turns = words.TURNS[planned.code]
    text = turns[turn(seed, planned.code, len(turns))]
    # All values are filled in together, because the lazy plural of the text needs `number` at
    # the same time.
    whole: str = str(text % {**_values(planned), words.N: planned.number})
    fact = planned.values.get("fact")
    return begun(whole if fact is None else _with_fact(whole, fact, mixed=planned.values["mixed"]))


def begun(text: str) -> str:
    """Return a sentence with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _values(planned: Said) -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, value in planned.values.items():
        shower = _SHOWERS.get(key)
        if shower is not None:
            texts[key] = shower(value)
        elif isinstance(value, Who):
            texts[key] = named(value)
        elif value is not None:
            texts[key] = str(value)
    for key in ("who", "winner"):
        if isinstance(planned.values.get(key), Who):
            texts[f"of_{key}"] = of_names(planned.values[key])
    if "entrants" in planned.values:
        counted = words.PAIRS if planned.values["kind"] == "pairs" else words.PEOPLE
        texts["entrants"] = count_of(counted, planned.values["entrants"])
    if "count" in planned.values:
        texts["matches"] = count_of(words.MATCHES, planned.values["count"])
    if planned.values.get("games"):
        games = [str(words.OF) % {"name": game_in_prose(slug)} for slug in planned.values["games"]]
        texts["of_games"] = listed(games)
    if planned.values.get("score"):
        texts["level"] = figure(planned.values["score"][0])
    if "at_games" in planned.values:
        won = planned.values["at_games"]
        parts = [
            str(words.AT_GAME) % {"who": named(winner), "game": game_in_prose(game)}
            for winner, game in won
        ]
        texts["everyone"] = _joined(parts, [winner for winner, _game in won])
    if "sitting" in planned.values:
        texts["people"] = listed(planned.values["sitting"])
    return texts


# --- People -------------------------------------------------------------------------------------


def listed(parts: Sequence[str]) -> str:
    """Return several texts as one: « A, B et C »."""
    return get_text_list(list(parts), str(words.AND))


def named(entrant: Who) -> str:
    """Return an entrant's names as « Anne et Bruno », or its only name."""
    return listed(entrant.names)


def of_names(entrant: Who) -> str:
    """Return the names as « d'Anne et de Bruno ».

    Here « de » is still written out. It is elided when names replace the references.
    """
    return listed([str(words.OF) % {"name": name} for name in entrant.names])


def everyone(several: Sequence[Who]) -> str:
    """Return several entrants in one text. Pairs are written « A et B ainsi que C et D »."""
    return _joined([named(entrant) for entrant in several], several)


def _joined(parts: Sequence[str], several: Sequence[Who]) -> str:
    alone = all(entrant.number == 1 for entrant in several)
    return get_text_list(list(parts), str(words.AND if alone else words.AS_WELL_AS))


# --- Figures ------------------------------------------------------------------------------------


def spelled(number: Any) -> str:
    """Return a small number in words, any other number in figures."""
    known = str(words.NUMBERS).split()
    if isinstance(number, int) and 2 <= number < 2 + len(known):
        return known[number - 2]
    return figure(_plain(number))


def _plain(number: Any) -> Any:
    if isinstance(number, Decimal) and number == int(number):
        return int(number)
    return Decimal(str(number)) if isinstance(number, float) else number


def count_of(counted: Any, number: int) -> str:
    """Return a count with its noun: « trois rondes », « une ronde »."""
    return str(counted % {"count": spelled(number), words.N: number})


def points_of(points: Fraction) -> str:
    """Return a number of points with the word: « 4 points », « 3½ points »."""
    count = points_text(points) if points.denominator > 1 or points == 1 else spelled(int(points))
    return str(words.POINTS % {"count": count, words.N: 1 if points == 1 else 2})


def place(rank: int) -> str:
    """Return the ordinal of a place or a round in words: « sixième », « 24e »."""
    known = str(words.RANKS).split()
    if rank <= len(known):
        return known[rank - 1]
    ending = 0 if rank % 100 in (11, 12, 13) else rank % 10
    return str(words.RANK_ENDINGS.get(ending, words.RANK_ENDINGS[0])) % {"rank": rank}


def _score(scores: Sequence[Any]) -> str:
    if len(scores) < 2:
        return ""
    won, lost = (figure(_plain(score)) for score in scores[:2])
    return str(words.SCORE) % {"won": won, "lost": lost}


def _day(day: dt.date) -> str:
    return write_date(day, "l j F")


# --- Games --------------------------------------------------------------------------------------


def game_in_prose(slug: str) -> str:
    """Return a game's name in the middle of a sentence: « jeu du 10 »."""
    game = game_of(slug)
    return str(game.in_prose or game.name)


def fact_in_prose(fact: GameFact) -> str:
    """Return the game's own sentence about a fact."""
    game = game_of(fact.game)
    called = Names(fact.seats, [named(side) for side in fact.sides], game.words.terms)
    figures = {
        name: Decimal(str(value)) if isinstance(value, float) else value
        for name, value in fact.params.items()
    }
    text = sentence(game.words.facts[fact.code], figures, called)
    # A score sheet writes « 5 mises ratées de suite » with a figure. A bulletin writes « cinq ».
    return _FIRST_COUNT.sub(lambda match_: spelled(int(match_[0])), text)


def _with_fact(before: str, fact: GameFact, *, mixed: bool) -> str:
    """Return a sentence that introduces a fact by `before`; with `mixed`, it names the game."""
    if mixed:
        before = str(words.OF_GAME) % {"before": before, "game": game_in_prose(fact.game)}
    # The sentence gets a colon before the fact, so a colon in the fact becomes a comma.
    text = _COLON.sub(", ", fact_in_prose(fact))
    # If the fact begins with a name, this is a reference here, so that its capital does not
    # change.
    return str(words.FACT) % {"before": before, "fact": text[:1].lower() + text[1:]}


_FIRST_COUNT = re.compile(r"^\d+(?= )")
_COLON = re.compile(r"\s*:\s+")
_SHOWERS: Mapping[str, Callable[[Any], str]] = {
    "day": _day,
    "rounds": lambda number: count_of(words.ROUNDS, number),
    "people": lambda number: count_of(words.PEOPLE, number),
    "game": game_in_prose,
    "points": points_of,
    "total": points_of,
    "gap": points_of,
    "before": place,
    "after": place,
    "round": place,
    "won": spelled,
    "played": spelled,
    "score": _score,
    "everyone": everyone,
    "fact": lambda fact: "",
    "mixed": lambda mixed: "",
    "sitting": lambda seats: "",
    "at_games": lambda winners: "",
}
