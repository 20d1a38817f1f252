"""What boards keep in bytes comes back as it was."""

from hypothesis import given
from hypothesis import strategies as st

from leaderboards.rating.formulas import Skill
from leaderboards.rating.packing import (
    pack_entries,
    pack_seasons,
    pack_skills,
    put_skill,
    skill_at,
    skill_place,
    unpack_entries,
    unpack_seasons,
    unpack_skills,
)
from leaderboards.rating.tallies import Count, Entry, Place, Season, moved_by, of_all_time

ANNE, BRUNO = Skill(12.5, 300.0), Skill(-12.5, 310.0)


def skills_of(blocks):
    """Skills of a match of two players, a block for each ladder."""
    full = unpack_skills(b"", 2, pairs=False)
    for kind, block in enumerate(blocks):
        for number, skill in enumerate(block):
            put_skill(full, skill_place(kind, number, 2, pairs=False), skill)
    return full


class TestSkills:
    def test_a_ladder_as_the_one_before_is_not_written_again(self):
        alike = skills_of([(ANNE, BRUNO)] * 4)
        # A byte that says which are alike (ladders 1, 2 and 3), two skills of two floats each.
        assert len(pack_skills(alike, 2, pairs=False)) == 1 + 2 * 16
        assert pack_skills(alike, 2, pairs=False)[0] == 0b1110
        other = skills_of([(ANNE, BRUNO), (ANNE, BRUNO), (BRUNO, ANNE), (ANNE, BRUNO)])
        assert len(pack_skills(other, 2, pairs=False)) == 1 + 3 * 2 * 16

    def test_pairs_stand_behind_the_players(self):
        full = unpack_skills(b"", 4, pairs=True)
        assert len(full) == 4 * (4 + 2) * 16
        put_skill(full, skill_place(2, 1, 4, pairs=True), ANNE)
        kept = unpack_skills(pack_skills(full, 4, pairs=True), 4, pairs=True)
        assert skill_at(kept, skill_place(2, 1, 4, pairs=True)) == ANNE
        assert skill_at(kept, skill_place(2, 1, 4, pairs=False)) == Skill(0.0, 0.0)

    def test_putting_what_stands_there_moves_nothing(self):
        full = skills_of([(ANNE, BRUNO)] * 4)
        assert not put_skill(full, skill_place(0, 1, 2, pairs=False), BRUNO)
        assert put_skill(full, skill_place(0, 1, 2, pairs=False), ANNE)

    @given(st.lists(st.sampled_from([(ANNE, BRUNO), (BRUNO, ANNE)]), min_size=4, max_size=4))
    def test_they_come_back_whichever_are_alike(self, blocks):
        full = skills_of(blocks)
        assert unpack_skills(pack_skills(full, 2, pairs=False), 2, pairs=False) == full


ENTRIES = st.lists(
    st.builds(
        Entry,
        st.builds(Place, st.integers(0, 2**50), st.text("0123456789AZ", min_size=8, max_size=8)),
        st.integers(0, 2**40),
        st.none() | st.integers(-(10**9), 10**9),
        st.integers(2020, 2030),
        st.sampled_from("WDL"),
    )
)


@given(ENTRIES)
def test_entries_come_back(entries):
    assert unpack_entries(pack_entries(entries)) == entries


@given(ENTRIES)
def test_seasons_come_back_and_add_up(entries):
    entries = sorted(entries, key=lambda entry: entry.year)
    seasons = moved_by([], entries)
    assert unpack_seasons(pack_seasons(seasons)) == seasons
    scores = [entry.points for entry in entries if entry.points is not None]
    assert of_all_time(seasons) == Count(
        len(entries),
        sum(entry.outcome == "W" for entry in entries),
        sum(entry.outcome == "D" for entry in entries),
        sum(scores),
        max(scores, default=None),
    )


def test_streak_and_form_go_on_into_the_next_year():
    def entry(year, outcome, points):
        return Entry(Place(year, "ABCDEFGH"), 0, points, year, outcome)

    told = [(2024, "L", 10), (2024, "W", 50), (2025, "W", None), (2025, "W", 30)]
    assert moved_by([], [entry(*one) for one in told]) == [
        Season(2024, 2024, Count(2, 1, 0, 60, 50), 1, "LW"),
        Season(2025, 2025, Count(2, 2, 0, 30, 30), 3, "LWWW"),
    ]
