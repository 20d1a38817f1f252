"""What boards store as bytes is read back unchanged."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from leaderboards.rating.matches import NO_SCORE, PlayerPart
from leaderboards.rating.packing import (
    micros,
    moment,
    pack_entries,
    pack_parts,
    pack_seasons,
    pack_skills,
    unpack_entries,
    unpack_parts,
    unpack_seasons,
    unpack_skills,
)
from leaderboards.rating.tallies import PlayedMatch, Season, counted, form_letters, of_all_time

ANNE, BRUNO = (12.5, 300.0), (-12.5, 310.0)


class TestSkills:
    def test_a_ladder_as_the_one_before_is_not_written_again(self):
        alike = pack_skills([[ANNE, BRUNO]] * 4)
        # One byte says which ladders equal the one before (ladders 1, 2 and 3). Two skills of
        # two floats follow.
        assert len(alike) == 1 + 2 * 16
        assert alike[0] == 0b1110
        other = pack_skills([[ANNE, BRUNO], [ANNE, BRUNO], [BRUNO, ANNE], [ANNE, BRUNO]])
        assert len(other) == 1 + 3 * 2 * 16

    def test_two_pairs_stand_behind_the_four_players(self):
        players, pairs = [[ANNE, BRUNO, ANNE, BRUNO]] * 4, [[ANNE, BRUNO], [BRUNO, ANNE]] * 2
        packed = pack_skills(players + pairs)
        assert packed[0] == 0b00001110
        assert unpack_skills(packed, 4, pairs=True) == players + pairs

    def test_the_first_ladder_of_pairs_is_always_written(self):
        """With two players the pairs' bytes would be the same, but a bit for « as before » would
        refer to the players.
        """
        assert pack_skills([[ANNE, BRUNO]] * 8)[0] == 0b11101110

    def test_a_match_that_is_not_counted_yet_has_none(self):
        assert unpack_skills(b"", 2, pairs=False) == [[], [], [], []]

    @given(st.lists(st.sampled_from([(ANNE, BRUNO), (BRUNO, ANNE)]), min_size=4, max_size=4))
    def test_they_come_back_whichever_are_alike(self, blocks):
        ladders = [list(block) for block in blocks]
        assert unpack_skills(memoryview(pack_skills(ladders)), 2, pairs=False) == ladders


def test_a_moment_is_whole_microseconds_since_1970():
    at = datetime(1970, 1, 2, 0, 0, 1, 5, tzinfo=UTC)
    assert micros(at) == 86_401_000_005
    assert isinstance(micros(at), int)
    assert moment(86_401_000_005) == at


def test_seats_come_back():
    parts = [PlayerPart(2**40, 51_000, 0.1, 1, 0, 1), PlayerPart(3, NO_SCORE, -0.1, 2, 1, 3)]
    assert unpack_parts(pack_parts(parts)) == parts
    # Each seat has two numbers and a float of eight bytes, two numbers of two bytes, and one
    # number of one byte.
    assert len(pack_parts(parts)) == 2 * 29


ENTRIES = st.lists(
    st.builds(
        PlayedMatch,
        st.text("0123456789AZ", min_size=8, max_size=8),
        st.integers(0, 2**50),
        st.integers(0, 2**40),
        st.just(NO_SCORE) | st.integers(-(10**9), 10**9),
        st.integers(2020, 2030),
        st.sampled_from([1, 2, 3]),
    )
)


@given(ENTRIES)
def test_entries_come_back(entries):
    assert unpack_entries(pack_entries(entries)) == entries


def test_the_name_of_a_match_may_be_shorter_than_its_eight_bytes():
    entries = [PlayedMatch("AB", 5, 0, 30, 2025, 1)]
    packed = pack_entries(entries)
    assert packed[:8] == b"AB" + bytes(6)
    assert unpack_entries(packed) == entries


@given(ENTRIES.filter(bool))
def test_seasons_come_back_and_add_up(entries):
    entries = sorted(entries, key=lambda entry: entry.year)
    seasons = counted([], entries)
    assert unpack_seasons(pack_seasons(seasons)) == seasons
    assert [season.year for season in seasons] == sorted({entry.year for entry in entries})
    scores = [entry.points for entry in entries if entry.points != NO_SCORE]
    whole = of_all_time(seasons)
    assert (whole.played, whole.won, whole.drawn) == (
        len(entries),
        sum(entry.outcome == 1 for entry in entries),
        sum(entry.outcome == 2 for entry in entries),
    )
    assert (whole.points, whole.best) == (sum(scores), max(scores, default=NO_SCORE))


def test_streak_and_form_go_on_into_the_next_year():
    lost, won = 3, 1
    seasons = [(2024, lost, 10), (2024, won, 50), (2025, won, NO_SCORE), (2025, won, 30)]
    entries = [
        PlayedMatch("ABCDEFGH", year, 0, points, year, outcome) for year, outcome, points in seasons
    ]
    assert counted([], entries) == [
        Season(2024, 60, 50, 2, 1, 0, streak=1, year=2024, form=0b1101),
        Season(2025, 30, 30, 2, 2, 0, streak=3, year=2025, form=0b11010101),
    ]
    assert form_letters(0b11010101) == "LWWW"
