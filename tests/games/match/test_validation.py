"""Models validate their own rows: in every game a shell is refused the same lines as the pad."""

from random import Random

import pytest
from django.core.exceptions import ValidationError

from games import queries, services
from games.errors import Refused
from games.models import Match
from games.registry import installed
from games.registry.installed import game_of
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FULL = {"column": "libre", "row": "full", "throws": 1}
FIGURES = {
    "contract": 60,
    "trick_points": 20,
    "trick_cards": 10,
    "trick_valued": 5,
    "chute_points": 0,
    "discard_value": 0,
    "coffre_major_rank": 9,
    "coffre_minor_rank": 9,
    "players": {"1": 10, "2": 5},
}
# Lines that are refused as the first line of a match: game, columns, code and field of the
# refusal.
REFUSED = [
    ("dix", {"bidder": 0, "bid": 72, "taken": 80}, "bid_not_multiple", "bid"),
    ("dix", {"bidder": 0, "bid": 70, "taken": 82}, "taken_not_multiple", "taken"),
    ("dix", {"bidder": 0, "bid": 45, "taken": 80}, "bid_below_minimum", "bid"),
    ("dix-mille", {"seat": 0, "points": 775}, "points_not_multiple", "points"),
    ("dix-mille", {"seat": 0, "points": 600}, "below_entry", "points"),
    ("dix-mille", {"seat": 1, "points": 700}, "not_your_turn", "seat"),
    ("yams", {**FULL, "seat": 0, "value": 17}, "value_impossible", "value"),
    ("yams", {**FULL, "seat": 1, "value": 30}, "not_your_turn", "seat"),
    ("maitre", {**FIGURES, "contract": 40}, "contract_out_of_range", "contract"),
    ("maitre", {**FIGURES, "trick_valued": 11}, "valued_exceed_cards", "trick_valued"),
    ("bataille", {"winner": 4, "reason": "all_cards"}, "seat_unknown", "winner"),
    ("toy", {"values": [7, 1, 1]}, "die_out_of_range", "values"),
    ("toy", {"values": [1]}, "die_count", "values"),
]
SEATS = {"dix": 4, "dix-mille": 2, "yams": 2, "maitre": 3, "bataille": 2, "toy": 3}


def table(slug, **changes):
    """Start a match of a game; return it as used over HTTP, and its row."""
    names = ("Anne", "Bruno", "Chloé", "David")[: SEATS[slug]]
    played = factories.table(None, game=slug, seats=[{"name": name} for name in names], **changes)
    return played, Match.objects.get(pk=played.id)


def line_of(match, columns, number=1):
    """Return a line that is not stored."""
    return game_of(match.game).entry.model(match=match, number=number, **columns)


def faults_of(row):
    """Return the codes of what validation refuses, by field."""
    with pytest.raises(ValidationError) as refused:
        row.full_clean()
    return {
        field: [error.code for error in errors]
        for field, errors in refused.value.error_dict.items()
    }


@pytest.mark.parametrize(("slug", "columns", "code", "field"), REFUSED)
def test_a_line_is_refused_as_recording_it_is(slug, columns, code, field):
    _played, match = table(slug)
    line = line_of(match, columns)
    by = services.Writing(factories.link(match))
    with pytest.raises(Refused) as refusal:
        services.record(match_id=match.pk, data=line.data(), by=by)
    [fault] = refusal.value.faults
    assert fault.code == code
    assert faults_of(line) == {field: [code]}
    # Validation gives the same sentence as the service.
    with pytest.raises(ValidationError) as refused:
        line.full_clean()
    assert refused.value.messages == list(refusal.value.sentences)


@pytest.mark.parametrize("slug", [game.slug for game in installed.games()])
def test_what_a_pad_records_passes_and_is_completed_the_same(slug):
    played, match = table(slug)
    random = Random(3)
    for number in range(1, 4):
        game, loaded = game_of(slug), queries.load(match)
        data = game.demonstration.sample(loaded.rules, loaded.replay(), random)
        line = game.entry.model(match=match, number=number)
        line.fill(data)
        services.record(match_id=match.pk, data=data, by=services.Writing(factories.link(match)))
        match = Match.objects.get(pk=played.id)
        stored = queries.load(match).entries[-1]
        stored.full_clean()
        assert game.entry.model.objects.get(pk=stored.pk).data() == stored.data()
        if match.status != "in_progress":
            break


def test_the_lines_before_it_decide():
    _played, match = table("dix-mille")
    line_of(match, {"seat": 0, "points": 700}).save()
    # It is the second player's turn now.
    assert faults_of(line_of(match, {"seat": 0, "points": 700}, 2)) == {"seat": ["not_your_turn"]}
    line_of(match, {"seat": 1, "points": 900}, 2).full_clean()
    assert faults_of(line_of(match, {"seat": 1, "points": 900}, 5)) == {"number": ["line_number"]}
    assert "__all__" in faults_of(line_of(match, {"seat": 0, "points": 700}))  # there is a line 1


def test_a_changed_line_is_refused_for_what_it_makes_of_a_later_one():
    played, _match = table("dix-mille", rules={"entry_score": 700, "carry_over": True})
    played.record({"points": 800})
    played.record({"points": 900, "carried": True})
    match = Match.objects.get(pk=played.id)
    first = queries.load(match).entries[0]
    first.points = 1000
    assert faults_of(first) == {"__all__": ["later_entry_illegal"]}
    first.points = 850
    assert faults_of(first) == {"points": ["cannot_stop_on_fifty"]}
    first.points = 700
    first.full_clean()


def test_what_a_line_leaves_open_is_filled_in():
    _played, match = table("dix-mille")
    line = line_of(match, {"seat": 0, "points": 0})
    line.full_clean()
    assert line.bust is True


@pytest.mark.parametrize(
    ("slug", "columns"),
    [
        ("dix-mille", {"seat": 0, "points": 700, "throws": "12345"}),
        ("dix-mille", {"seat": 0, "points": 700, "throws": [{"dice": ["1"]}]}),
        ("dix", {"bidder": 0, "bid": 70, "taken": 80, "auction": 3}),
        ("yams", {**FULL, "seat": 0, "value": 30, "dice": {"1": 2}}),
        ("toy", {"values": "666"}),
    ],
)
def test_lists_that_are_none_of_the_games_are_refused_before_the_engine_sees_them(slug, columns):
    _played, match = table(slug)
    [place] = faults_of(line_of(match, columns))
    assert place in columns


def test_a_line_of_no_match_of_another_game_or_of_one_that_is_over_is_refused():
    _played, dix = table("dix")
    game = game_of("dix-mille")
    assert faults_of(game.entry.model(number=1, seat=0, points=700)).keys() >= {"match"}
    other = game.entry.model(match=dix, number=1, seat=0, points=700)
    assert faults_of(other) == {"__all__": ["match_of_other_game"]}
    played, match = table("dix-mille")
    played.patch(status="abandoned")
    match.refresh_from_db()
    abandoned = line_of(match, {"seat": 0, "points": 700})
    assert faults_of(abandoned) == {"__all__": ["match_abandoned"]}
    played, match = table("dix-mille")
    played.record({"points": 10000})
    over = line_of(Match.objects.get(pk=match.pk), {"seat": 1, "points": 700}, 2)
    assert faults_of(over) == {"__all__": ["match_finished"]}


@pytest.mark.parametrize(
    ("slug", "values", "faults"),
    [
        ("dix", {"min_bid": 52}, {"min_bid": ["min_bid_not_multiple"]}),
        ("dix-mille", {"dice": 6}, {"dice": ["dice_with_scoring"]}),
        ("dix-mille", {"target": 10050}, {"target": ["target_unreachable"]}),
        ("maitre", {"contract_min": 90, "contract_max": 60}, None),
        ("bataille", {"decks": 2, "deck": 54}, None),
        ("yams", {"value_libre": "-1"}, None),
        ("toy", {"faces": 2}, {"faces": ["too_few_faces"]}),
    ],
)
def test_a_ruleset_is_refused_as_a_start_with_it_is(slug, values, faults):
    _played, match = table(slug)
    rules = queries.load(match).rules
    rules.full_clean()
    for name, value in values.items():
        setattr(rules, name, value)
    seen = faults_of(rules)
    expected = {}
    for fault in game_of(slug).rules.faults(rules, SEATS[slug]):
        expected.setdefault(fault.field, []).append(fault.code)
    columns = {column.name for column in rules._meta.concrete_fields}
    for field, codes in expected.items():
        assert set(codes) <= set(seen[field if field in columns else "__all__"])
    assert expected
    assert faults is None or seen.items() >= faults.items()
