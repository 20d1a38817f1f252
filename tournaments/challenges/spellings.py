"""Makes one person of a guest who is spelt in several ways in a challenge. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from clubs.lists.near import match_key
from tournaments.challenges.table import ChallengeEvening, Person


def one_guest(
    evenings: Sequence[ChallengeEvening], guests: Mapping[str, str]
) -> list[ChallengeEvening]:
    """Return the evenings with one key for each guest, that of the first evening.

    Spellings differ in capitals, accents, hyphens or apostrophes. Two of them in one evening are
    two people. `guests` holds the names of guests by their keys, each as it was spelt first.
    """
    first = _first_keys(evenings, guests)
    if all(key == of for key, of in first.items()):
        return list(evenings)
    return [
        replace(
            evening,
            outcomes=tuple(
                replace(
                    outcome, people=tuple(first.get(person, person) for person in outcome.people)
                )
                for outcome in evening.outcomes
            ),
        )
        for evening in evenings
    ]


def _first_keys(
    evenings: Sequence[ChallengeEvening], guests: Mapping[str, str]
) -> dict[Person, Person]:
    """Return, by a guest's key, the key of the first spelling of the same name."""
    keys: dict[str, dict[Person, None]] = {}
    apart: set[str] = set()
    for evening in evenings:
        there: dict[str, Person] = {}
        for outcome in evening.outcomes:
            for person in outcome.people:
                if not isinstance(person, str):
                    continue
                spelling = match_key(guests.get(person, person))
                keys.setdefault(spelling, {})[person] = None
                if there.setdefault(spelling, person) != person:
                    apart.add(spelling)
    return {
        person: person if spelling in apart else next(iter(people))
        for spelling, people in keys.items()
        for person in people
    }
