"""Chooses the sentences of a bulletin, their order, and a wording of each. Pure.

A `Said` stands for a sentence and holds its code. `words` has several wordings of each sentence,
in the reader's language, and the evening's seed chooses one of them. So the same evening always
has the same wordings, and another evening has others.
"""

import datetime as dt
import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bulletin.prose.facts import (
    Encounter,
    EveningFacts,
    GameFact,
    MatchesFacts,
    Placed,
    SeasonStep,
    TournamentFacts,
)

# The most records and events in one bulletin, because more of them would read as a list.
RECORDS, EVENTS = 2, 1
# A fact is mentioned if it beats this share of the earlier facts of its kind.
RARE = 0.85
# A comeback is mentioned if it beats this share of the earlier comebacks.
WORTH = 0.5
# The most people who are named together, for one place or for the most wins.
SHARING = 3


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence: its code, the values that it contains, and its verb's grammatical number."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    number: int = 1


@dataclass(frozen=True, slots=True)
class Outline:
    """A bulletin before it has words: its title, and its paragraphs as lists of sentences."""

    title: Said
    paragraphs: Sequence[Sequence[Said]]


def turn(seed: str, code: str, count: int) -> int:
    """Return the index (below `count`) of the wording that an evening's seed gives a sentence."""
    return int.from_bytes(hashlib.sha256(f"{seed} {code}".encode()).digest()[:4]) % count


def plan(facts: EveningFacts) -> Outline:
    """Return the sentences about an evening on which something was played."""
    main = _main_games(facts)
    paragraphs: list[list[Said]] = []
    for tournament in facts.tournaments:
        paragraphs += _tournament(tournament, facts.day)
    if facts.matches is not None and not facts.tournaments:
        paragraphs.append(list(_matches(facts.matches, facts.day)))
    for fact in _comeback(facts.game_facts):
        # The comeback continues the last paragraph, which tells how the tournament or the
        # matches went.
        paragraphs[-1] += _fact("comeback_record" if fact.record else "comeback", fact, main)
    if facts.matches is not None and facts.tournaments:
        paragraphs.append([_beside(facts.matches)])
    paragraphs.append(list(_game_facts(facts.game_facts, main)))
    paragraphs.append(list(_seasons(facts.seasons)))
    return Outline(_title(facts), [sentences for sentences in paragraphs if sentences])


def _title(facts: EveningFacts) -> Said:
    if not facts.tournaments:
        code = "title_evening" if facts.late else "title_day"
        return Said(code, {"day": facts.day})
    first = facts.tournaments[0]
    winners = [place.entrant for place in first.places if place.rank == 1]
    if len(winners) != 1:
        return Said("title_shared" if winners else "title_open", {"event": first.name})
    code = "title_running" if first.running else "title_won"
    return Said(code, {"event": first.name, "who": winners[0]}, winners[0].number)


def _tournament(facts: TournamentFacts, day: dt.date) -> Iterator[list[Said]]:
    """Yield two paragraphs: the beginning and the winners, then a climb and the closest table."""
    kind = "pairs" if facts.pairs else "people"
    values = {"entrants": facts.entrants, "rounds": facts.rounds, "game": facts.game}
    values |= {"kind": kind, "day": day}
    opened = "opening"
    if facts.running:
        opened = "opening_running" if facts.rounds else "opening_first_round"
    yield [Said(opened, values, facts.rounds), *_podium(facts)]
    way: list[Said] = []
    if facts.climb is not None:
        climb = facts.climb
        values = {"who": climb.entrant, "before": climb.before, "after": climb.after}
        way.append(
            Said("climb_to_win" if climb.after == 1 else "climb", values, climb.entrant.number)
        )
    if facts.closest is not None and facts.closest != facts.final and facts.closest.near:
        way.append(_closest(facts.closest))
    yield way


def _podium(facts: TournamentFacts) -> Iterator[Said]:
    first, rest = _at(facts.places, 1), [place for place in facts.places if place.rank > 1]
    if not first:
        return
    if len(first) > 1:
        if len(first) <= SHARING:
            yield Said("shared_first", {"everyone": [place.entrant for place in first]})
        return
    winner, entrant = first[0], first[0].entrant
    second = rest[0] if rest and len(_at(facts.places, rest[0].rank)) == 1 else None
    if facts.running:
        yield Said("leads", {"who": entrant, "points": winner.points}, entrant.number)
        if second is not None:
            yield Said("follows", {"who": second.entrant}, second.entrant.number)
        return
    if facts.final is not None:
        values = {"who": entrant, "second": facts.final.loser, "score": facts.final.scores}
        yield Said("won_final" if facts.final.scores else "won_final_bare", values, entrant.number)
    elif facts.unbeaten:
        yield Said("won_unbeaten", {"who": entrant, "points": winner.points}, entrant.number)
    else:
        yield Said("won", {"who": entrant, "points": winner.points}, entrant.number)
    if facts.final is None and second is not None:
        third = _at(facts.places, 3)
        if second.points == winner.points:
            yield Said("level_second", {"who": second.entrant}, second.entrant.number)
            if len(third) == 1:
                yield Said("third", {"who": third[0].entrant}, third[0].entrant.number)
        elif len(third) == 1:
            values = {"who": second.entrant, "third": third[0].entrant}
            yield Said("second_and_third", values, second.entrant.number)
        else:
            yield Said("second", {"who": second.entrant}, second.entrant.number)


def _at(places: Sequence[Placed], rank: int) -> list[Placed]:
    return [place for place in places if place.rank == rank]


def _closest(meeting: Encounter) -> Said:
    values: dict[str, Any] = {"winner": meeting.winner, "loser": meeting.loser}
    values |= {"score": meeting.scores, "round": meeting.round}
    if not meeting.margin:
        return Said("drawn", values, meeting.winner.number)
    code = "narrow" if meeting.narrow else "closest"
    return Said(f"{code}_in_round" if meeting.round else code, values, meeting.winner.number)


def _beside(facts: MatchesFacts) -> Said:
    """Return one short sentence about the matches played on the same day as a tournament."""
    return Said("beside", {"count": facts.count, "games": facts.games}, facts.count)


def _matches(facts: MatchesFacts, day: dt.date) -> Iterator[Said]:
    """Yield the sentences about the matches of a day without a tournament."""
    values: dict[str, Any] = {"count": facts.count, "people": facts.people, "games": facts.games}
    values["day"] = day
    yield Said("matches", values, facts.count)
    if facts.count == 1 and facts.winners:
        winner, _game = facts.winners[0]
        yield Said("single_won", {"who": winner}, winner.number)
    elif facts.best and facts.won > 1:
        values = {"everyone": list(facts.best), "won": facts.won, "played": facts.played}
        if len(facts.best) == 1:
            number = facts.best[0].number
            code = "won_all_matches" if facts.won == facts.played else "best"
            yield Said(code, {**values, "who": facts.best[0]}, number)
        elif len(facts.best) <= SHARING:
            yield Said("best_shared", values)
    elif len(facts.winners) == facts.count:
        if len(facts.games) > 1:
            yield Said("winners", {"at_games": facts.winners})
        else:
            yield Said("winners", {"everyone": [winner for winner, _game in facts.winners]})
    if facts.closest is not None and facts.closest.near:
        yield _closest(facts.closest)


def _comeback(facts: Sequence[GameFact]) -> list[GameFact]:
    """Return the greatest comeback, if it is a record or beats `WORTH` of the earlier ones.

    The result is a list with this fact, or an empty list.
    """
    comebacks = [fact for fact in facts if fact.comeback and (fact.record or fact.share >= WORTH)]
    return [max(comebacks, key=lambda fact: (fact.record, fact.share))] if comebacks else []


def _main_games(facts: EveningFacts) -> Collection[str]:
    """Return the games that a sentence need not name: the tournaments' games, or the only game."""
    if facts.tournaments:
        return {tournament.game for tournament in facts.tournaments}
    games = facts.matches.games if facts.matches is not None else ()
    return games if len(games) == 1 else ()


def _game_facts(facts: Sequence[GameFact], main: Collection[str]) -> Iterator[Said]:
    """Yield the sentences about events and records, then about one other rare fact."""
    mentioned = _comeback(facts)
    for code, chosen, most in (
        ("event", [fact for fact in facts if fact.event], EVENTS),
        ("record", [fact for fact in facts if fact.record], RECORDS),
    ):
        news = [fact for fact in chosen if fact not in mentioned][:most]
        for at, fact in enumerate(news):
            yield from _fact(code if not at else f"{code}_again", fact, main)
        mentioned += news
    rare = [
        fact for fact in facts if fact not in mentioned and not fact.record and fact.share >= RARE
    ]
    if rare and len(mentioned) <= RECORDS:
        yield from _fact("rare", max(rare, key=lambda fact: fact.share), main)


def _fact(code: str, fact: GameFact, main: Collection[str]) -> Iterator[Said]:
    """Yield a fact's sentence. If it names nobody, also yield the people at the table.

    The sentence names the game unless the game is one of `main`.
    """
    yield Said(code, {"fact": fact, "mixed": fact.game not in main})
    if not fact.names_somebody:
        yield Said("at_table", {"sitting": fact.seats})


def _seasons(steps: Sequence[SeasonStep]) -> Iterator[Said]:
    for step in steps:
        values = {"season": step.name, "who": step.leader, "total": step.total}
        values |= {"second": step.second, "gap": step.gap}
        if step.before is None:
            code = "season_begins"
        elif step.before == step.leader:
            code = "season_kept"
        else:
            code = "season_taken"
        yield Said(code, values, step.leader.number)
        if step.second is not None:
            level = "season_gap" if step.gap else "season_level"
            yield Said(level, values, step.second.number)
