"""Tests of when an entrant's people have changed, so that its link ends.

Another spelling of a name does not count as a change.
"""

import pytest

from tournaments.services.entrants.same_people import somebody_left
from tournaments.state.tournament import Enrolled

# The names of a club's players, by id.
PLAYERS = {1: ("Anne Martin",), 2: ("Jean Roy", "Jeannot"), 3: ("Anne Martin",)}


def pair(*people, name=""):
    """Return an entrant with these people: known players by id, guests by name."""
    members = tuple(
        (person, "") if isinstance(person, int) else (None, person) for person in people
    )
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
        # Somebody is left out. Otherwise a partner added later would still have that person's link.
        (pair("Anne", "Bruno"), pair("Anne"), True),
        # Another spelling: case, accents, apostrophes, a letter, a missing family name, a mark for
        # homonyms. Two different marks are two people.
        (pair("zoe roy"), pair("Zoé Roy"), False),
        (pair("Zoé O'Brien"), pair("Zoé O\u2019Brien"), False),
        (pair("Benoit Trembley"), pair("Benoît Tremblay"), False),
        (pair("Benoît Trembay"), pair("Benoît Tremblay"), False),
        (pair("Anne"), pair("Anne Martin"), False),
        (pair("Jean Roy"), pair("Jean Roy (Saint-Roch)"), False),
        (pair("Jean Roy (Lévis)"), pair("Jean Roy (Saint-Roch)"), True),
        # The same people in another order, an additional partner, or another name of the team.
        (pair("Anne", "Bruno"), pair("Bruno", "Anne"), False),
        (pair("Anne"), pair("Anne", "Bruno"), False),
        (pair("Anne", "Bruno", name="Les as"), pair("Anne", "Bruno", name="Les rois"), False),
        # A guest becomes a player whom the club knows by that name, or a player becomes such a
        # guest.
        (pair("Anne Martin"), pair(1), False),
        (pair("Jeannot"), pair(2), False),
        (pair(2), pair("Jean Roy"), False),
        # An entrant without people, who is only a name.
        (Enrolled(1, "Anne & Bruno"), pair("Anne", "Bruno"), False),
        (Enrolled(1, "Anne & Bruno"), Enrolled(1, "Anne & Carla"), True),
        (Enrolled(1, "Les as"), pair("Anne", "Bruno", name="Les as"), False),
        (Enrolled(1, "Les as"), pair("Anne", "Bruno", name="Les rois"), True),
    ],
)  # fmt: skip
def test_who_is_somebody_else(before, after, left):
    assert somebody_left(before, after, PLAYERS.get) is left
