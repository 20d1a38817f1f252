"""A tournament as a page or an answer shows it to its reader."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from django.db.models import Q

from clubs.callers import Caller
from games.errors import NotFound
from tournaments import permissions, storage
from tournaments.draws.brackets.tree import PlayedNode
from tournaments.draws.errors import PairingError
from tournaments.draws.field import Field
from tournaments.draws.pool import Pool
from tournaments.draws.ranking.criteria import Ledger
from tournaments.draws.ranking.standings import Ranking, StandingsRow
from tournaments.formats.format import Format
from tournaments.formats.installed import format_of
from tournaments.models import (
    Entrant,
    Tournament,
)
from tournaments.people_queries import Person, names_of, people_of
from tournaments.queries import PlaceTold, palmares
from tournaments.state.tournament import Round, Seated, TournamentState


class View:
    """A tournament as a page or an answer shows it, read in a constant number of queries.

    A draft round is for organisers only: `rounds` leaves it out for others.
    """

    def __init__(
        self,
        tournament: Tournament,
        caller: Caller,
        answered: TournamentState | None = None,
        tokens: Collection[str] = (),
        cookie_tokens: Collection[str] = (),
    ) -> None:
        """Show a tournament's present state, or the state `answered` by a write.

        `answered` may be older than the present state. `tokens` are those that the reader sends for
        the tournament, newest first. Those that are only in the browser's cookie (`cookie_tokens`)
        give no right. They only decide what is hidden from the reader.
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
        """All its rounds, drafts too."""
        return self.folded.rounds

    @cached_property
    def way(self) -> Format:
        """The format it is played in."""
        return self.answered.way if self.answered else format_of(self.tournament.format)

    @cached_property
    def can_run(self) -> bool:
        """Whether the caller may draw, publish and correct."""
        return permissions.can_run(self.tournament, self.caller)

    @cached_property
    def can_score(self) -> bool:
        """Whether the caller may enter results."""
        return permissions.can_score(self.tournament, self.caller)

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The reader's own entrants, by one of `tokens` or by their account."""
        by_token = self._holders(self.tokens)
        return tuple(dict.fromkeys([*by_token, *_of_account(self.tournament, self.caller)]))

    @cached_property
    def plays(self) -> bool:
        """Whether the reader is an entrant, by a token, an account or the browser's cookie."""
        return bool(self.own or self._holders(self.cookie_tokens))

    def _holders(self, tokens: Collection[str]) -> list[int]:
        """Return the entrants to whom the tokens belong."""
        held = permissions.entrants_by_token(self.tournament) if tokens else {}
        holders = [held[token] for token in tokens if token in held]
        there = {entrant.number for entrant in self.folded.entrants} if holders else ()
        return [holder for holder in holders if holder in there]

    @cached_property
    def people(self) -> Mapping[int, list[Person]]:
        """The people of each entrant."""
        return people_of(self.tournament, self.folded)

    @cached_property
    def names(self) -> dict[int, str]:
        """Each entrant's name, by number."""
        return names_of(self.folded, self.people)

    @cached_property
    def keeps_list(self) -> bool:
        """Whether the caller manages the club's list, which has the names of hidden people."""
        return self.caller.may("manage_players", self.tournament.club)

    def number_told(self, person: Person) -> int | None:
        """Return the id of a person's player; None if the person is hidden from the caller.

        Those who manage the club's list get it, so that an exported file restores everybody.
        """
        return None if person.hidden and not self.keeps_list else person.player_id

    @cached_property
    def field(self) -> Field:
        """The field for standings and draws."""
        return self.folded.field()

    @cached_property
    def ranking(self) -> Ranking:
        """The standings, with the points of each entrant."""
        return Ranking(self.way.standings(self.field), Ledger(self.field).points)

    @property
    def standings(self) -> Sequence[StandingsRow]:
        """The rows of the standings, best first."""
        return self.ranking.rows

    @cached_property
    def bracket(self) -> Mapping[str, PlayedNode]:
        """The bracket's present nodes, by slot; empty if the format has none, or none yet.

        Only organisers see who is in the meetings of a draft round. Everybody sees a published
        round.
        """
        field = self.field if self.rounds else replace(self.field, order=())
        if self.way.bracket is None or len(field.order or field.playing) < 2:
            return {}
        try:
            return self.way.bracket(field)
        except PairingError:
            return {}

    @cached_property
    def pools(self) -> Sequence[Pool]:
        """The groups of the first stage; empty if the format has none, or none yet.

        As with the bracket, only organisers see those of a draft round.
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
        """The number of rounds that there will be; None if the format does not know."""
        try:
            return self.way.rounds(self.field)
        except PairingError:
            return None


def _of_account(tournament: Tournament, caller: Caller) -> list[int]:
    """Return the entrants that an account signed up, and those that have its player."""
    if caller.account is None:
        return []
    theirs = Q(signed_by=caller.account) | Q(members__player__user=caller.account)
    rows = Entrant.objects.filter(theirs, tournament=tournament).order_by("number").distinct()
    return list(rows.values_list("number", flat=True))


def seats_of(view: View, number: int, table: int) -> Seated:
    """Return a table of a round the caller may see; `NotFound` otherwise."""
    for drawn in view.rounds:
        if drawn.number == number:
            for seated in drawn.tables:
                if seated.number == table:
                    return seated
    raise NotFound
