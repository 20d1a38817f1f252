"""What a match changes in a player's row, tested on examples."""

from leaderboards.rating.matches import DRAWN, LOST, NO_SCORE, WON, MatchMoment, PlayerPart
from leaderboards.rating.tallies import PlayedMatch, Season, counted, entries_of, form_letters


def counted_from(*outcomes, before=()):
    """Return the last season after matches with these outcomes, all played in 2025 and without a
    score.
    """
    entries = [
        PlayedMatch("A", at, 0, NO_SCORE, 2025, outcome) for at, outcome in enumerate(outcomes)
    ]
    return counted(before, entries)[-1]


def test_a_streak_counts_up_by_wins_and_down_by_losses():
    assert counted_from(WON, WON).streak == 2
    assert counted_from(LOST).streak == -1
    assert counted_from(LOST, LOST).streak == -2
    assert counted_from(WON, WON, LOST).streak == -1
    assert counted_from(LOST, LOST, WON).streak == 1
    assert counted_from(WON, DRAWN).streak == 0
    assert counted_from(LOST, DRAWN, LOST).streak == -1


def test_the_form_keeps_the_last_five():
    form = counted_from(LOST, WON, DRAWN, WON, WON, LOST).form
    assert form == 0b01_10_01_01_11
    assert form_letters(form) == "WDWWL"
    assert form_letters(counted_from(WON).form) == "W"


def test_a_season_goes_on_where_it_stopped():
    before = [Season(at=7, points=60, best=50, played=2, won=1, drawn=1, streak=-3, year=2025)]
    entries = [PlayedMatch("A", 9, 0, -20, 2025, DRAWN), PlayedMatch("B", 12, 0, 51, 2025, LOST)]
    assert counted(before, entries) == [
        Season(12, 91, 51, 4, 1, 2, streak=-1, year=2025, form=0b10_11)
    ]


MOMENT = MatchMoment(at=7, match="ABCDEFGH")


def test_each_of_a_pair_is_the_other_ones_partner():
    parts = [
        PlayerPart(8, 510, 0.5, 1, 0, WON),
        PlayerPart(3, 510, 0.5, 1, 0, WON),
        PlayerPart(5, 260, -0.5, 2, 1, LOST),
        PlayerPart(9, 260, -0.5, 2, 1, LOST),
    ]
    assert entries_of(MOMENT, 2025, parts) == {
        8: PlayedMatch("ABCDEFGH", 7, 3, 510, 2025, WON),
        3: PlayedMatch("ABCDEFGH", 7, 8, 510, 2025, WON),
        5: PlayedMatch("ABCDEFGH", 7, 9, 260, 2025, LOST),
        9: PlayedMatch("ABCDEFGH", 7, 5, 260, 2025, LOST),
    }
    assert PlayedMatch("ABCDEFGH", 7, 3, 510, 2025, WON).place == MOMENT


def test_nobody_is_a_partner_at_a_table_of_two():
    parts = [PlayerPart(8, 30, 0.0, 1, 0, DRAWN), PlayerPart(3, 30, 0.0, 1, 1, DRAWN)]
    assert entries_of(MOMENT, 2025, parts) == {
        8: PlayedMatch("ABCDEFGH", 7, 0, 30, 2025, DRAWN),
        3: PlayedMatch("ABCDEFGH", 7, 0, 30, 2025, DRAWN),
    }
