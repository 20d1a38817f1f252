"""When an entrant's people are others: then its link ends. A spelling is no such thing."""

import pytest

from tournaments.services.entrants.same_people import somebody_left
from tournaments.state.tournament import Enrolled

# The players of a club, by number.
PLAYERS = {1: ("Anne Martin",), 2: ("Jean Roy", "Jeannot"), 3: ("Anne Martin",)}


def pair(*people, name=""):
    """An entrant of these: known players by number, guests by name."""
    members = tuple((who, "") if isinstance(who, int) else (None, who) for who in people)
    return Enrolled(1, name or " & ".join(map(str, people)), members=members)


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        # Another person.
        (pair("Zoé Roy"), pair("Yves Côté"), True),
        (pair("Anne", "Bruno"), pair("Anne", "Carla"), True),
        (pair(1), pair(2), True),
        (pair(1), pair(3), True),
        (pair(1), pair("Yves Côté"), True),
        (pair("Yves Côté"), pair(1), True),
        # Somebody left out: a partner put in later would have their link.
        (pair("Anne", "Bruno"), pair("Anne"), True),
        # A spelling: case, accents, apostrophes, a letter, an initial, a mark for homonyms.
        (pair("zoe roy"), pair("Zoé Roy"), False),
        (pair("Zoé O'Brien"), pair("Zoé O\u2019Brien"), False),
        (pair("Benoit Trembley"), pair("Benoît Tremblay"), False),
        (pair("Benoît Trembay"), pair("Benoît Tremblay"), False),
        (pair("Anne"), pair("Anne Martin"), False),
        (pair("Jean Roy"), pair("Jean Roy (Saint-Roch)"), False),
        (pair("Jean Roy (Lévis)"), pair("Jean Roy (Saint-Roch)"), True),
        # The same in another order, a partner more, another name of the team.
        (pair("Anne", "Bruno"), pair("Bruno", "Anne"), False),
        (pair("Anne"), pair("Anne", "Bruno"), False),
        (pair("Anne", "Bruno", name="Les as"), pair("Anne", "Bruno", name="Les rois"), False),
        # A tie to a member, by one of the names that the club has for them, and back.
        (pair("Anne Martin"), pair(1), False),
        (pair("Jeannot"), pair(2), False),
        (pair(2), pair("Jean Roy"), False),
        # Of an entrant that is only a name.
        (Enrolled(1, "Anne & Bruno"), pair("Anne", "Bruno"), False),
        (Enrolled(1, "Anne & Bruno"), Enrolled(1, "Anne & Carla"), True),
        (Enrolled(1, "Les as"), pair("Anne", "Bruno", name="Les as"), False),
        (Enrolled(1, "Les as"), pair("Anne", "Bruno", name="Les rois"), True),
    ],
)  # fmt: skip
def test_who_is_somebody_else(before, after, left):
    assert somebody_left(before, after, PLAYERS.get) is left
