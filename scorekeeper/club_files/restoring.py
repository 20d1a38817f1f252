"""A club's file is read and checked, and its club put beside those of this site.

The file is restored as any backup is, into a database of its own: it is verified there, and brought
up to date. From there its rows are copied, with numbers of this site. Nothing in them is trusted:
each row is checked by its model, each match by its rules, each tournament by what reads it.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, connections, transaction
from django.db.models import AutoField, JSONField, Model
from django.db.utils import load_backend

from clubs.models import Club, ClubPlayer, Player
from clubs.services.clubs import free_slug
from core.errors import Refused
from core.names import clean_name
from games import queries
from games.match.match_cache import memory
from games.models import Match, Status
from games.sheet import RuleError
from leaderboards.rebuild.run import rebuild
from leaderboards.records.facts import find_all_facts
from scorekeeper.backups.archive import BackupError, Manifest, unpacked_size, verify
from scorekeeper.backups.restore import restore
from scorekeeper.club_files.contents import (
    EMPTY,
    NOBODY,
    references_of,
    renumber_players,
    tables,
)
from scorekeeper.club_files.saving import Step, club_hash
from scorekeeper.console import gettext as _
from scorekeeper.database.addresses import database
from tournaments import storage
from tournaments.models import Tournament
from transmission.models import Graph, Link
from transmission.services.stamps import lock_graphs

# The alias of the database into which a file is restored first.
ASIDE = "club-file"
AT_ONCE = 500
# The most bytes that the tables of a file may have unpacked, for each byte of the file.
UNPACKED = 100


@dataclass(frozen=True, slots=True)
class ClubFile:
    """What a file says of its club: its name, when it was made, how many rows some of its tables
    have, and its hash.
    """

    name: str
    made_at: str
    people: int
    matches: int
    tournaments: int
    hash: str


def check(path: Path) -> ClubFile:
    """Read a whole file, and return what it says of its club.

    Raises BackupError, with a sentence that says why the file can't be restored.
    """
    if unpacked_size(path) > UNPACKED * path.stat().st_size:
        raise BackupError(_("Ce fichier est démesuré une fois déplié : il est refusé."))
    manifest = verify(path)
    if not manifest.club:
        raise BackupError(
            _("C'est la sauvegarde d'un site entier, pas le fichier d'un club : voir l'aide.")
        )
    if set(manifest.tables) - {model._meta.label_lower for model in tables()}:
        raise BackupError(_("Ce fichier a des tables que le fichier d'un club n'a pas."))
    return ClubFile(
        name=str(manifest.club["name"]),
        made_at=manifest.made_at,
        people=_count(manifest, "clubs.player"),
        matches=_count(manifest, "games.match"),
        tournaments=_count(manifest, "tournaments.tournament"),
        hash=club_hash(manifest),
    )


def batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    """Yield rows in lists of at most `AT_ONCE`."""
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


def _count(manifest: Manifest, label: str) -> int:
    return manifest.tables[label].rows if label in manifest.tables else 0


def restore_club(path: Path, step: Step) -> Club:
    """Put the club of a file beside those of this site, and make its boards; return the club.

    All of it is written, or nothing. `step` is called with the tables that are copied and their
    number. Raises BackupError, with a sentence that says what is wrong with the file.
    """
    check(path)
    with _aside() as alias:
        manifest, _key = restore(path, alias)
        try:
            with transaction.atomic():
                club = _Copying(alias, step).run(str((manifest.club or {}).get("slug", "")))
                _check_matches(club)
                _check_tournaments(club)
                games = _check_lineages(club)
        except DatabaseError as error:
            raise BackupError(_("Ce fichier n'est pas compatible avec ce site.")) from error
    games |= set(Match.objects.filter(club=club).values_list("game", flat=True))
    for game in sorted(games):
        rebuild(game=game)
        find_all_facts(game=game)
    return club


@contextmanager
def _aside() -> Iterator[str]:
    """Give an empty database beside that of the site, for as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'club.sqlite3'}"
        settings = connections.configure_settings({"default": {}, ASIDE: database(address)})[ASIDE]
        # Of this thread alone; the site's own databases stay as they are.
        connections[ASIDE] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, ASIDE)
        try:
            yield ASIDE
        finally:
            connections[ASIDE].close()
            del connections[ASIDE]


class _Copying:
    """Copies the rows of a club from the database aside into that of the site."""

    def __init__(self, source: str, step: Step) -> None:
        self._source, self._step = source, step
        # The numbers on this site, by the label of their table and by their number in the file.
        self._numbers: dict[str, dict[Any, Any]] = {}
        self._slug = ""

    def run(self, slug: str) -> Club:
        """Copy all tables; return the club. Raises BackupError."""
        self._refuse_known()
        self._slug = self._free(slug)
        for done, model in enumerate(tables()):
            self._step(done, len(tables()))
            self._copy(model)
        clubs = self._numbers["clubs.club"]
        if len(clubs) != 1:
            raise BackupError(_("Ce fichier n'a pas exactement un club."))
        return Club.objects.get(pk=next(iter(clubs.values())))

    def _refuse_known(self) -> None:
        """Raise BackupError if something of the file is on this site already."""
        for model in (Match, Tournament):
            rows = model._base_manager.using(self._source).values_list("pk", flat=True)
            for batch in batches(rows.iterator(AT_ONCE)):
                known = model._base_manager.filter(pk__in=batch).first()
                if known is not None:
                    raise BackupError(
                        _("Ce club est déjà sur ce site : %(id)s s'y trouve.") % {"id": known.pk}
                    )

    def _free(self, slug: str) -> str:
        name = Club.objects.using(self._source).values_list("name", flat=True).first() or ""
        return free_slug(slug if slug and slug.isascii() else name)

    def _copy(self, model: type[Model]) -> None:
        numbers = self._numbers[model._meta.label_lower] = {}
        rows = model._base_manager.using(self._source).order_by("pk")
        for batch in batches(rows.iterator(AT_ONCE)):
            fresh = [self._row(model, row) for row in batch]
            model._base_manager.bulk_create(fresh)
            numbers.update((old.pk, new.pk) for old, new in zip(batch, fresh, strict=True))

    def _row(self, model: type[Model], row: Model) -> Model:
        """Return a row with the numbers of this site, and secrets of its own."""
        label, fields = model._meta.label_lower, model._meta.concrete_fields
        empty = EMPTY.get(label, {})
        values = {each.attname: getattr(row, each.attname) for each in fields if not each.generated}
        for reference in references_of(model):
            known = self._numbers.get(reference.related_model._meta.label_lower, {})
            values[reference.attname] = known.get(values[reference.attname])
        values |= {each.name: each.get_default() for each in fields if each.name in empty}
        if model is Club:
            values["slug"] = self._slug
        renumber_players(label, values, self._player)
        if isinstance(model._meta.pk, AutoField):
            del values[model._meta.pk.attname]
        fresh = model(**values)
        _check(fresh)
        return fresh

    def _player(self, number: int) -> int:
        return int(self._numbers["clubs.player"].get(number, NOBODY))


def _check(row: Model) -> None:
    """Raise BackupError if a row holds what its model refuses."""
    try:
        # JSON was read as such; what it means is judged by who reads it.
        fields = type(row)._meta.concrete_fields
        skipped = [each.name for each in fields if each.is_relation or isinstance(each, JSONField)]
        row.clean_fields(exclude=skipped)
        named = row.name if isinstance(row, (Club, Player, ClubPlayer)) else ""
        if named and clean_name(named) != named:
            raise Refused("name_control", "name")
    except (ValidationError, Refused) as error:
        raise BackupError(
            _("La table « %(table)s » du fichier a une ligne que le carnet refuse : %(reason)s")
            % {"table": row._meta.label_lower, "reason": " ".join(str(error).split())}
        ) from error


def _check_matches(club: Club) -> None:
    """Raise BackupError unless the rules of each match give what is stored of it."""
    # A match of the file may have been on this site before, with other lines at that version.
    memory.clear()
    for match in queries.matches().filter(club=club).iterator(AT_ONCE):
        loaded = queries.load(match)
        try:
            sheet = loaded.replay()
        except (RuleError, LookupError, TypeError, ValueError, ArithmeticError) as error:
            raise _broken_match(match) from error
        over = match.status == Status.FINISHED
        scores = [sheet.scores[side.number] for side in loaded.sides]
        if (sheet.result is not None) != over or scores != [side.score for side in loaded.sides]:
            raise _broken_match(match)


def _broken_match(match: Match) -> BackupError:
    return BackupError(
        _("Le match %(id)s du fichier n'est pas ce que ses règles en font.") % {"id": match.pk}
    )


def _check_tournaments(club: Club) -> None:
    """Raise BackupError unless each tournament can be read."""
    for tournament in Tournament.objects.filter(club=club).select_related("club"):
        try:
            storage.load(tournament)
        except (LookupError, TypeError, ValueError) as error:
            raise BackupError(
                _("Le tournoi %(id)s du fichier ne se lit pas.") % {"id": tournament.pk}
            ) from error


def _check_lineages(club: Club) -> set[str]:
    """Let the graphs know of the club's links; return their games.

    Raises BackupError if somebody would be their own teacher's teacher.
    """
    links: dict[str, dict[int, set[int]]] = {}
    for game, teacher, learner in Link.objects.filter(club=club).values_list(
        "game", "teacher_id", "learner_id"
    ):
        links.setdefault(game, {}).setdefault(learner, set()).add(teacher)
    for game, taught in links.items():
        try:
            TopologicalSorter(taught).prepare()
        except CycleError as error:
            raise BackupError(_("Les liens du fichier tournent en rond.")) from error
        Graph.objects.get_or_create(game=game)
    lock_graphs(list(links))
    return set(links)
