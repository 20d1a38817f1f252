"""A tournament as pages and answers show it to a particular reader."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from django.db.models import Q

from clubs.callers import Caller
from games.errors import NotFound
from tournaments import permissions, storage
from tournaments.draws.brackets.progress import KnockoutProgress, progress
from tournaments.draws.brackets.tree import PlayedNode
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Field
from tournaments.draws.pool import Pool
from tournaments.draws.ranking import board_scores
from tournaments.draws.ranking.criteria import Ledger
from tournaments.draws.ranking.standings import Ranking, StandingsRow
from tournaments.formats.format import Format
from tournaments.formats.installed import format_of
from tournaments.models import (
    Entrant,
    Tournament,
)
from tournaments.people_queries import Person, PlaceTold, names_of, palmares, people_of
from tournaments.state import open_rounds
from tournaments.state.tournament import GONE, Round, Seated, TournamentState


class View:
    """A tournament as a page or an answer shows it to its reader. Its data take a constant number
    of queries.

    Only organisers may see a draft round. For everybody else `rounds` leaves it out.
    """

    def __init__(
        self,
        tournament: Tournament,
        caller: Caller,
        answered: TournamentState | None = None,
        tokens: Collection[str] = (),
        cookie_tokens: Collection[str] = (),
    ) -> None:
        """Show the present state of a tournament, or the state `answered` by a write.

        `answered` may be older than the present state. `tokens` are the tokens that the reader
        sends for this tournament, newest first. `cookie_tokens` are those that are only in the
        browser's cookie. They give no right, but decide what is hidden from a reader who plays.
        """
        self.tournament = tournament
        self.caller = caller
        self.answered = answered
        self.tokens = tokens
        self.cookie_tokens = cookie_tokens

    @cached_property
    def folded(self) -> TournamentState:
        """The tournament's state."""
        return self.answered or storage.load(self.tournament)

    @cached_property
    def drawn(self) -> tuple[Round, ...]:
        """All rounds of the tournament, drafts included."""
        return self.folded.rounds

    @cached_property
    def way(self) -> Format:
        """The format of the tournament."""
        return self.answered.way if self.answered else format_of(self.tournament.format)

    @cached_property
    def can_run(self) -> bool:
        """Whether the caller may run the tournament: draw, publish, correct."""
        return permissions.can_run(self.tournament, self.caller)

    @cached_property
    def can_score(self) -> bool:
        """Whether the caller may enter results."""
        return permissions.can_score(self.tournament, self.caller)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The numbers of the reader's own entrants, found by `tokens` and by the reader's
        account.
        """
        by_token = self._holders(self.tokens)
        return tuple(dict.fromkeys([*by_token, *_of_account(self.tournament, self.caller)]))

    @cached_property
    def plays(self) -> bool:
        """Whether the reader plays here, as shown by a token, an account or the browser's
        cookie.
        """
        return bool(self.own or self._holders(self.cookie_tokens))

    def _holders(self, tokens: Collection[str]) -> list[int]:
        """Return the numbers of the entrants to whom the tokens belong."""
        held = permissions.entrants_by_token(self.tournament) if tokens else {}
        holders = [held[token] for token in tokens if token in held]
        there = {entrant.number for entrant in self.folded.entrants} if holders else ()
        return [holder for holder in holders if holder in there]

    @cached_property
    def people(self) -> Mapping[int, list[Person]]:
        """The people of each entrant, by the entrant's number."""
        return people_of(self.tournament, self.folded)

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each entrant, by the entrant's number."""
        return names_of(self.folded, self.people)

    @cached_property
    def notes(self) -> dict[int, tuple[str, str]]:
        """Each entrant's phone and licence, by number, for those who run it; else nothing."""
        if not self.can_run:
            return {}
        rows = Entrant.objects.filter(tournament=self.tournament)
        return {
            at: (phone, own) for at, phone, own in rows.values_list("number", "phone", "licence")
        }

    @cached_property
    def keeps_list(self) -> bool:
        """Whether the caller manages the club's list, and so may see the names of hidden people."""
        return self.caller.may("manage_players", self.tournament.club)

    def number_told(self, person: Person) -> int | None:
        """Return the id of a person's player; None if it is hidden from the caller.

        Somebody who manages the club's list always gets the id, so that an import of their
        exported file restores everybody.
        """
        return None if person.hidden and not self.keeps_list else person.player_id

    @cached_property
    def field(self) -> Field:
        """The field that standings and draws use."""
        return self.folded.field()

    @cached_property
    def ranking(self) -> Ranking:
        """The standings, with the points of each entrant.

        In a duplicate they are empty until a deal has been compared, because nobody is ahead of
        anybody before.
        """
        if not board_scores.compared(self.field):
            return Ranking([], {})
        return Ranking(self.way.standings(self.field), Ledger(self.field).points)

    @property
    def standings(self) -> Sequence[StandingsRow]:
        """The rows of the standings, best first."""
        return self.ranking.rows

    @cached_property
    def bracket(self) -> Mapping[str, PlayedNode]:
        """The bracket's present nodes, by slot; empty without a bracket.

        While the first round is a draft, only organisers see its entrants.
        """
        field = self.field if self.rounds else replace(self.field, order=())
        if self.way.bracket is None or len(field.order or field.playing) < 2:
            return {}
        try:
            return self.way.bracket(field)
        except PairingError:
            return {}

    @cached_property
    def progress(self) -> Mapping[int, KnockoutProgress]:
        """How far each entrant has come in the knockout; empty until it decides the standings.

        Entrants who came after its draw, or have nobody to play, are not in it.
        """
        rows = self.ranking.rows if self.rounds and self.way.bracket is not None else ()
        if not any("stage" in row.criteria for row in rows):
            return {}
        gone = [entrant.number for entrant in self.folded.entrants if entrant.state in GONE]
        reached = progress(self.bracket, gone, self.field.winner)
        first = {
            row.entrant: KnockoutProgress("", "left" if row.entrant in gone else "out", "groups")
            for row in rows
            if self.pools and row.entrant not in reached and "stage" not in row.criteria
        }
        return reached | first

    @cached_property
    def pools(self) -> Sequence[Pool]:
        """The groups of the first stage; empty without groups.

        While the first round is a draft, only organisers see them.
        """
        if self.way.pools is None or not self.rounds:
            return ()
        return self.way.pools(self.field)

    @cached_property
    def places(self) -> list[PlaceTold]:
        """The palmarès, if the tournament was entered as such."""
        return [place for _tournament, place in palmares([self.tournament.pk])]

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds that the caller may see."""
        return tuple(round_ for round_ in self.drawn if self.can_run or round_.state != "draft")

    @property
    def round_count(self) -> int | None:
        """The planned number of rounds; None if it is not known."""
        try:
            return open_rounds.round_count(self.folded)
        except PairingError:
            return None


def _of_account(tournament: Tournament, caller: Caller) -> list[int]:
    """Return the numbers of the entrants that an account signed up or whose people include its
    player.
    """
    if caller.account is None:
        return []
    theirs = Q(signed_by=caller.account) | Q(members__player__user=caller.account)
    rows = Entrant.objects.filter(theirs, tournament=tournament).order_by("number").distinct()
    return list(rows.values_list("number", flat=True))


def seats_of(view: View, number: int, table: int) -> Seated:
    """Return a table of a round that the caller may see. Raise `NotFound` if there is none."""
    for drawn in view.rounds:
        if drawn.number == number:
            for seated in drawn.tables:
                if seated.number == table:
                    return seated
    raise NotFound
