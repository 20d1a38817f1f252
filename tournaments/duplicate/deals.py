"""The deals of a duplicate, and who may know the deals and their results.

Before a board is open (`Field.opened`), those who run the tournament and do not play in it may know
its deal, because they print it. A table that has entered a deal may know that deal. A table's
result of a board may be known to that table, and to those who enter results and do not play.
"""

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import Any

from django.utils import timezone

from games.deals import commitment, dealt, round_key
from games.errors import NotFound
from games.registry.duplicate import Duplicate, Hands
from games.registry.installed import game_of
from jobs.due import schedule
from tournaments.draws.ranking import board_scores
from tournaments.files import signed_files
from tournaments.formats.rotation import boards
from tournaments.formats.rotation.boards import Playing
from tournaments.log_queries import Logged
from tournaments.models import DealtBoard, Tournament
from tournaments.state.tournament import PlayedBoard, Seated, TournamentState
from tournaments.view import View

# Who deals: the site, or the first table that plays a board.
BY_SITE, BY_TABLE = "site", "table"


def declared(tournament: Tournament) -> Duplicate:
    """Return the game's rules of duplicate. Raises `NotFound` if the tournament is not a
    duplicate.
    """
    duplicate = game_of(tournament.game).duplicate
    if duplicate is None or not tournament.options.get("duplicate"):
        raise NotFound
    return duplicate


def rules_of(tournament: Tournament) -> Any:
    """Return the rules by which the tournament's deals are played."""
    game = game_of(tournament.game)
    preset = game.preset(tournament.preset)
    return game.rules.model(**{**(preset.values if preset else {}), **tournament.rules})


def dealt_by_site(tournament: Tournament) -> bool:
    """Whether the site makes the deals."""
    return tournament.options.get("deals_by", BY_SITE) == BY_SITE


def made(tournament: Tournament, number: int, folded: TournamentState) -> Hands | None:
    """Return the deal that the site makes for a board; None if the site does not deal."""
    if not dealt_by_site(tournament) or not tournament.deals_secret:
        return None
    key = round_key(tournament.deals_secret, boards.set_of(number, folded.options))
    pack = declared(tournament).pack(rules_of(tournament))
    return dealt(key, number, pack)


def settled(row: DealtBoard | None, folded: TournamentState, opened: Collection[int]) -> bool:
    """Whether an entered deal is open to everybody. No side may change its cards then."""
    if row is None or not row.hands:
        return False
    return folded.state == "finished" or row.number in opened


class Deals:
    """The boards of a tournament, with what one reader may know of them."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.tournament = view.tournament
        self.declared = declared(view.tournament)
        self.rules = rules_of(view.tournament)
        self.options = view.folded.options

    @cached_property
    def opened(self) -> frozenset[int]:
        """The open boards, which everybody may know."""
        return self.view.field.opened

    @cached_property
    def prepares(self) -> bool:
        """Whether the reader may know all deals: runs the tournament, and does not play in it."""
        return self.view.can_run and not self.view.plays

    @cached_property
    def scores(self) -> bool:
        """Whether the reader may know all results: enters results, and does not play."""
        return self.view.can_score and not self.view.plays

    @cached_property
    def sets(self) -> dict[int, list[Playing]]:
        """The rounds and tables where each set is played.

        Once the tournament is finished, only those where it was played.
        """
        over = self.view.folded.state == "finished"
        return boards.published(self.view.field) if over else boards.sets(self.view.field)

    @cached_property
    def numbers(self) -> list[int]:
        """The number of every board, in order."""
        return [
            board for number in sorted(self.sets) for board in boards.of_set(number, self.options)
        ]

    @cached_property
    def rows(self) -> dict[int, DealtBoard]:
        """The stored rows of the boards, by number."""
        return {row.number: row for row in DealtBoard.objects.filter(tournament=self.tournament)}

    def known(self, number: int) -> bool:
        """Whether the reader may know a board's deal now."""
        return number in self.opened or self.prepares

    def hands(self, number: int) -> Hands | None:
        """Return a board's deal; None if the reader may not know it, or if it is not known at
        all.
        """
        return self.hidden_hands(number) if self.known(number) else None

    def hidden_hands(self, number: int) -> Hands | None:
        """Return a board's deal without checking whether the reader may know it; None if it is not
        known.
        """
        row = self.rows.get(number)
        if row is not None and row.hands:
            hands: Hands = row.hands
            return hands
        return made(self.tournament, number, self.view.folded)

    @property
    def commitment(self) -> str:
        """The published commitment to the secret from which the site deals; empty without one."""
        secret = self.tournament.deals_secret
        return commitment(secret) if secret and dealt_by_site(self.tournament) else ""

    def key(self, number: int) -> str:
        """Return the key of an open board that the site has dealt; empty otherwise."""
        row = self.rows.get(number)
        has_key = number in self.opened and bool(self.commitment) and not (row and row.hands)
        if not has_key:
            return ""
        return round_key(self.tournament.deals_secret, boards.set_of(number, self.options))

    @cached_property
    def marks(self) -> dict[int, str]:
        """The fingerprint of each open board's deal, by number, if the deal is known."""
        hands = {number: self.hidden_hands(number) for number in sorted(self.opened)}
        return {
            number: signed_files.deal_mark(number, hand) for number, hand in hands.items() if hand
        }

    @cached_property
    def held(self) -> list[int]:
        """The numbers of all boards, and of other stored deals, which came from a file."""
        return sorted({*self.numbers, *(number for number, row in self.rows.items() if row.hands)})

    def file(self) -> str:
        """Return the deals as a signed file for another site.

        Raises `NotFound` if the reader may not know all of them, or if one is not known.
        """
        numbers = self.held if self.prepares else self.numbers
        hands = {str(number): self.hidden_hands(number) for number in numbers}
        if (not self.prepares and not set(self.numbers) <= self.opened) or None in hands.values():
            raise NotFound
        heading = {"club": self.tournament.club.name, "name": self.tournament.name}
        return signed_files.signed(signed_files.DEALS, {**heading, "boards": hands})

    def results_file(self) -> str:
        """Return every result as a signed file. Raises `NotFound` until all boards are open."""
        if not self.numbers or not set(self.numbers) <= self.opened:
            raise NotFound
        sides: dict[tuple[int, ...], int] = {}
        results = [
            [
                result.board,
                sides.setdefault(result.first, len(sides)),
                sides.setdefault(result.second, len(sides)),
                result.score,
            ]
            for result in board_scores.results(self.view.field)
        ]
        names = [" & ".join(self.view.names[entrant] for entrant in side)[:170] for side in sides]
        name = f"{self.tournament.club.name} · {self.tournament.name}"[:80]
        deals = {str(number): mark for number, mark in self.marks.items()}
        heading = {"name": name, "source": self.tournament.pk, "deals": deals}
        return signed_files.signed(
            signed_files.RESULTS, {**heading, "pairs": names, "results": results}
        )

    def to_json(self) -> dict[str, Any]:
        """Return the deals that the reader may know, in the form of an exported file.

        A reader who prepares the deals also gets the secret, from which the site's deals follow.
        """
        boards_ = {
            str(number): [list(hand) for hand in hands]
            for number in self.held
            if (row := self.rows.get(number)) is not None or not self.prepares
            if (row is None or row.hands) and (hands := self.hands(number)) is not None
        }
        with_secret = self.prepares and bool(self.tournament.deals_secret)
        return {"boards": boards_} | (
            {"secret": self.tournament.deals_secret} if with_secret else {}
        )

    def may_know(self, seated: Seated, side: int | None) -> bool:
        """Whether the reader may know a table's results of its boards, open or not."""
        sits = any(entrant in seated.table.entrants for entrant in self.view.own)
        return side is not None or sits or self.scores

    def may_know_board(self, seated: Seated, board: int) -> bool:
        """Whether the reader, as no side of a table, may know its result of a board."""
        return board in self.opened or self.may_know(seated, None)

    def played(self, seated: Seated, side: int | None) -> dict[int, PlayedBoard]:
        """Return a table's results of its boards, by number. `side`: the reader's side there.

        A result that the reader may not know is replaced by an empty one.
        """
        if self.may_know(seated, side):
            return dict(seated.boards)
        return {
            number: board if number in self.opened else PlayedBoard()
            for number, board in seated.boards.items()
        }


# The due work that solves boards (`tournaments.services.duplicate.boards`).
SOLVING = "tournaments.boards"


def announce(tournament: Tournament, before: TournamentState, after: TournamentState) -> None:
    """Make the boards that this write has opened due for solving, whether or not anybody played
    them.
    """
    if not after.options.duplicate:
        return
    fresh = after.field().opened - before.field().opened
    if fresh:
        make_due(tournament, fresh)


def make_due(tournament: Tournament, numbers: Iterable[int]) -> None:
    """Mark boards whose hands are known as due, so that the worker solves them."""
    known = {row.number: row for row in DealtBoard.objects.filter(tournament=tournament)}
    due = timezone.now()
    schedule(SOLVING, due)
    for number in sorted(numbers):
        row = known.get(number) or DealtBoard(
            tournament=tournament, club_id=tournament.club_id, number=number
        )
        if row.solved is None and (row.hands or dealt_by_site(tournament)):
            row.due_at = due
            row.save()


def as_told(view: View, entries: list[Logged]) -> list[Logged]:
    """Return a log without the results of boards that the reader may not know yet."""
    if not view.tournament.options.get("duplicate"):
        return entries
    deals = Deals(view)
    return [
        entry._replace(data={**entry.data, "entry": None, "score": None})
        if entry.kind == "board_played"
        and not deals.scores
        and entry.data.get("board") not in deals.opened
        else entry
        for entry in entries
    ]
