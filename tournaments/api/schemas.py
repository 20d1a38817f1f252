"""The shapes of what is answered about tournaments: read by the schema alone."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import NullableObject, ObjectField
from tournaments.draws.ranking.matchpoints import METHODS
from tournaments.models import Entrant, LogEntry, Round, Table, Tournament
from tournaments.state.events import KINDS

ACTIONS = ("play", "report", "confirm")
NUMBERS = {"type": "array", "items": {"type": "integer"}}


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Figures(serializers.DictField):
    """Values by name."""


class TimerAnswer(serializers.Serializer[Any]):
    """The round's timer."""

    minutes = serializers.IntegerField()
    running = serializers.BooleanField()
    seconds_left = serializers.IntegerField()


class TournamentLine(serializers.Serializer[Any]):
    """A tournament in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    date = serializers.DateField()
    place = serializers.CharField(allow_blank=True)
    public = serializers.BooleanField()
    game = serializers.CharField()
    preset = serializers.CharField()
    format = serializers.CharField()
    state = serializers.ChoiceField(choices=Tournament.State.choices)
    version = serializers.IntegerField()
    past = serializers.BooleanField()
    entrants = serializers.IntegerField()
    rounds = serializers.IntegerField()


class PlaceAnswer(serializers.Serializer[Any]):
    """A place of a palmarès."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())


class TournamentAnswer(TournamentLine):
    """A tournament."""

    rules = ObjectField()
    options = ObjectField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    seed = serializers.CharField()
    organiser = serializers.IntegerField(allow_null=True)
    total_rounds = serializers.IntegerField(allow_null=True)
    timer = TimerAnswer()
    room_tables = serializers.IntegerField(allow_null=True)
    start_at = serializers.TimeField(allow_null=True)
    end_by = serializers.TimeField(allow_null=True)
    palmares = PlaceAnswer(many=True)
    winner = serializers.IntegerField(allow_null=True, help_text="By decision, without a final.")
    can_run = serializers.BooleanField()
    can_score = serializers.BooleanField()


class PersonAnswer(serializers.Serializer[Any]):
    """A person of an entrant."""

    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()


class WarningAnswer(serializers.Serializer[Any]):
    """What a draw could not avoid."""

    code = serializers.CharField()
    text = serializers.CharField()
    entrants = serializers.ListField(child=serializers.IntegerField())


class EntrantAnswer(serializers.Serializer[Any]):
    """An entrant. `waiting`: the place on the waiting list, from 1.

    `token` (which opens their page and speaks for them) is told to those who run the tournament and
    to the entrant, `paid` to those who run it, and `wish`: they signed up and are not confirmed.
    """

    id = serializers.IntegerField()
    name = serializers.CharField()
    players = PersonAnswer(many=True)
    seed = serializers.IntegerField(allow_null=True)
    club = serializers.CharField(allow_blank=True)
    rating = serializers.FloatField(allow_null=True)
    state = serializers.ChoiceField(choices=Entrant.State.choices)
    waiting = serializers.IntegerField(allow_null=True)
    paid = serializers.FloatField(allow_null=True, required=False)
    wish = serializers.BooleanField(required=False)
    token = serializers.CharField(required=False)
    warnings = WarningAnswer(many=True, required=False, help_text="Where they are entered.")


class SignedUpAnswer(EntrantAnswer):
    """Who has signed up. `alike`: others entered whose names look like theirs in other letters."""

    alike = serializers.ListField(child=serializers.CharField())


class SignUpAnswer(serializers.Serializer[Any]):
    """« Je viens ». `now`: one may sign up at this moment. `fee` is told to who runs it.

    `waiting_limit`: how many may wait.
    """

    open = serializers.BooleanField()
    until = serializers.DateTimeField(allow_null=True)
    limit = serializers.IntegerField(allow_null=True)
    now = serializers.BooleanField()
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    waiting_limit = serializers.IntegerField()
    size = serializers.IntegerField()
    fee = serializers.FloatField(allow_null=True, required=False)


class TableResultAnswer(serializers.Serializer[Any]):
    """A table's result."""

    scores = serializers.ListField(child=serializers.FloatField())
    forfeit = serializers.ListField(child=serializers.IntegerField())
    match = serializers.CharField(allow_null=True)
    boards = serializers.IntegerField(
        required=False, help_text="How many boards of a duplicate it is made of."
    )
    frozen = serializers.BooleanField()


class TableBoardAnswer(serializers.Serializer[Any]):
    """A board at a table of a duplicate. `entry` and `score` are told to those who may know."""

    number = serializers.IntegerField()
    entered = serializers.BooleanField()
    entry = NullableObject(allow_null=True)
    score = serializers.IntegerField(allow_null=True)


class DealLineAnswer(serializers.Serializer[Any]):
    """A board: the seat that deals it, the rounds it is played in, whether it may be read."""

    number = serializers.IntegerField()
    dealer = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    open = serializers.BooleanField()


class DealsAnswer(serializers.Serializer[Any]):
    """The boards of a duplicate. `commitment` is what is told beforehand of the deals' secret."""

    scored_by = serializers.ChoiceField(choices=METHODS)
    deals_by = serializers.ChoiceField(choices=("site", "table"))
    commitment = serializers.CharField(allow_null=True)
    boards = DealLineAnswer(many=True)


class DealResultAnswer(serializers.Serializer[Any]):
    """What a table made of a board; `worth` to each side: a share of matchpoints, or points."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    entry = NullableObject(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    worth = serializers.ListField(child=serializers.FloatField(), allow_null=True)


class DealAnswer(serializers.Serializer[Any]):
    """A board: its deal by seat, every result, and what perfect play makes of it."""

    number = serializers.IntegerField()
    dealer = serializers.IntegerField()
    open = serializers.BooleanField()
    hands = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True
    )
    key = serializers.CharField(allow_null=True)
    results = DealResultAnswer(many=True)
    solved = NullableObject(allow_null=True)


class TableAnswer(serializers.Serializer[Any]):
    """A table. `tokens`, one a side, are told to those who run the tournament.

    `question`: a match's correction that waits until somebody says what becomes of later rounds.
    """

    number = serializers.IntegerField()
    entrants = serializers.ListField(child=serializers.IntegerField())
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    bye = serializers.BooleanField()
    slot = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(choices=Table.State.choices)
    result = TableResultAnswer(allow_null=True)
    match = serializers.CharField(allow_null=True)
    reports = serializers.DictField(child=TableResultAnswer())
    locked = serializers.BooleanField()
    question = TableResultAnswer(allow_null=True)
    why = ObjectField()
    boards = TableBoardAnswer(many=True)
    tokens = serializers.ListField(child=serializers.CharField(), required=False)


class OwnEntrantAnswer(EntrantAnswer):
    """One's own evening. `moves`: states one may give oneself; `may`: the actions at the table."""

    moves = serializers.ListField(child=serializers.ChoiceField(choices=Entrant.State.choices))
    rank = serializers.IntegerField(allow_null=True)
    over = serializers.BooleanField()
    round = serializers.IntegerField(allow_null=True)
    side = serializers.IntegerField(allow_null=True)
    table = TableAnswer(allow_null=True)
    partners = serializers.ListField(child=serializers.CharField())
    opponents = serializers.ListField(child=serializers.CharField())
    may = serializers.ListField(child=serializers.ChoiceField(choices=ACTIONS))


class MineAnswer(serializers.Serializer[Any]):
    """The evening of each entrant that the caller is, by a token or by their account."""

    version = serializers.IntegerField()
    entrants = OwnEntrantAnswer(many=True)


class AlternativeAnswer(serializers.Serializer[Any]):
    """The best pairing that was rejected for a table's pair."""

    table = serializers.IntegerField()
    pairs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class RoundAnswer(serializers.Serializer[Any]):
    """A round."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Round.State.choices)
    seed = serializers.CharField()
    warnings = WarningAnswer(many=True)
    tables = TableAnswer(many=True)
    alternative = AlternativeAnswer(required=False)


class RowAnswer(serializers.Serializer[Any]):
    """A row of the standings."""

    rank = serializers.IntegerField()
    entrant = serializers.IntegerField()
    points = serializers.FloatField()
    criteria = Figures()
    why = serializers.CharField()
    left_after = serializers.IntegerField(
        allow_null=True, help_text="The round after which they left; 0: before the first."
    )
    struck = serializers.BooleanField(help_text="They left, and their games count for nobody.")


class StandingsAnswer(serializers.Serializer[Any]):
    """The standings."""

    rows = RowAnswer(many=True)


class PoolRowAnswer(serializers.Serializer[Any]):
    """An entrant of a group. `fate`: whatever the tables to come bring, or still open."""

    rank = serializers.IntegerField()
    entrant = serializers.IntegerField()
    points = serializers.FloatField()
    criteria = Figures()
    fate = serializers.ChoiceField(choices=("qualified", "open", "out"))


class PoolAnswer(serializers.Serializer[Any]):
    """A group: its standings. `slot` is that of its tables in the rounds."""

    name = serializers.CharField()
    slot = serializers.CharField()
    rows = PoolRowAnswer(many=True)


class PoolsAnswer(serializers.Serializer[Any]):
    """The groups in which a tournament begins; none where the format has none."""

    pools = PoolAnswer(many=True)


class MovedTableAnswer(serializers.Serializer[Any]):
    """A table of a movement: its sides, and the set of deals, or null."""

    number = serializers.IntegerField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    deals = serializers.IntegerField(allow_null=True)


class MovedRoundAnswer(serializers.Serializer[Any]):
    """A round of a movement: its tables, and the entrants who rest."""

    number = serializers.IntegerField()
    tables = MovedTableAnswer(many=True)
    resting = serializers.ListField(child=serializers.IntegerField())


class MovementAnswer(serializers.Serializer[Any]):
    """A movement that is known from the start; no rounds where the format has none."""

    rounds = MovedRoundAnswer(many=True)


class NodeAnswer(serializers.Serializer[Any]):
    """A meeting of a bracket. A place is an entrant, or null: empty, or not known yet."""

    slot = serializers.CharField()
    part = serializers.CharField()
    stage = serializers.IntegerField()
    field = serializers.CharField(
        help_text="The letter of its field, each with a final of its own; empty with only one."
    )
    places = serializers.ListField(child=serializers.IntegerField(allow_null=True))
    sources = serializers.ListField(child=ObjectField())
    known = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    loser = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    result = TableResultAnswer(allow_null=True)


class BracketAnswer(serializers.Serializer[Any]):
    """A bracket as it stands; no nodes where the format has none."""

    nodes = NodeAnswer(many=True)


class DeskDoubtAnswer(serializers.Serializer[Any]):
    """What speaks against a score by the ruleset."""

    code = serializers.CharField()
    detail = serializers.CharField()


class DeskLineAnswer(serializers.Serializer[Any]):
    """What became of a line.

    `conflict`: another result was entered meanwhile, it stands; send `over` it to replace it.
    `doubtful`: send it again with `sure`. `refused`: `code` and `detail` say why.
    """

    table = serializers.IntegerField()
    outcome = serializers.ChoiceField(
        choices=("recorded", "replaced", "unchanged", "conflict", "doubtful", "refused")
    )
    result = TableResultAnswer(allow_null=True)
    by = serializers.CharField(allow_null=True, help_text="Who entered what stands, at a conflict.")
    at = serializers.DateTimeField(allow_null=True)
    doubts = DeskDoubtAnswer(many=True)
    code = serializers.CharField(allow_null=True)
    detail = serializers.CharField(allow_null=True)


class DeskRoundAnswer(serializers.Serializer[Any]):
    """What became of each line, in their order, and the version after them."""

    version = serializers.IntegerField()
    round = serializers.IntegerField()
    lines = DeskLineAnswer(many=True)


class LogAnswer(serializers.Serializer[Any]):
    """Something that happened."""

    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    data = NullableObject(allow_null=True)  # type: ignore[assignment]
    at = serializers.DateTimeField()
    by = serializers.IntegerField(allow_null=True)
    by_link = serializers.ChoiceField(
        choices=LogEntry.Link.choices,
        allow_null=True,
        help_text="The kind of link of who wrote without an account.",
    )


class WebhookAnswer(serializers.Serializer[Any]):
    """Who hears of the tournament; the secret is never told."""

    id = serializers.IntegerField()
    url = serializers.CharField()


class TableMatchAnswer(serializers.Serializer[Any]):
    """The match of a table, and the token to write it by the matches' API."""

    match = serializers.CharField()
    edit_token = serializers.CharField()
