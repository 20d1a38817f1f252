"""Checks of the stored state, for `manage.py doctor`.

Each check yields one sentence for each fault, and nothing for a sound site.
"""

from collections.abc import Collection, Iterator
from itertools import islice

from django.apps import apps
from django.db import models, transaction

from games import queries
from games.match import past
from games.models import Change, Status
from games.queries import Loaded
from games.registry.installed import games
from leaderboards import services as boards
from leaderboards.contents import contents
from leaderboards.queries import season_progress
from scorekeeper.console import gettext as _
from tournaments.log_queries import log_gives
from tournaments.models import Tournament
from transmission.graph.lineage import Lineage, find_cycle
from transmission.models import Action, Graph, Link, Source

AT_ONCE = 200


def broken_keys() -> Iterator[str]:
    """Yield a sentence for each foreign key with rows that refer to missing rows."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            if not isinstance(field, models.ForeignKey):
                continue
            target = field.target_field
            there = field.related_model._base_manager.filter(
                **{target.attname: models.OuterRef(field.attname)}
            )
            lost = model._base_manager.filter(
                ~models.Exists(there), **{f"{field.attname}__isnull": False}
            )
            count = lost.count()
            if count:
                yield (
                    _("%(table)s.%(column)s : %(count)s ligne(s) nomment ce qui n'existe pas.")
                    % {"table": model._meta.db_table, "column": field.column, "count": count}
                )


def damaged_matches() -> Iterator[str]:
    """Yield a sentence for each fault of a match.

    Its stored outcome must be the fold of its lines, and its log must give the same lines.
    """
    rows = queries.matches().order_by("pk").iterator(chunk_size=AT_ONCE)
    while page := list(islice(rows, AT_ONCE)):
        for loaded in queries.load_all(page):
            for fault in _faults(loaded):
                yield _("Match %(match)s : %(fault)s.") % {"match": loaded.match.pk, "fault": fault}


def _faults(loaded: Loaded) -> Iterator[str]:
    match = loaded.match
    if [entry.number for entry in loaded.entries] != list(range(1, len(loaded.entries) + 1)):
        yield _("il manque une ligne entre d'autres")
    try:
        yield from _unlike_the_fold(loaded)
    except Exception as error:  # damaged data may raise anything here
        yield _("ses lignes ne se relisent pas (%(error)s)") % {"error": type(error).__name__}
    versions = Change.objects.filter(match=match).order_by("version")
    if list(versions.values_list("version", flat=True)) != list(range(1, match.version + 1)):
        yield _("son journal n'a pas une ligne par version")
        return
    try:
        logged = past.logged(loaded)
    except Exception as error:
        yield _("son journal ne se relit pas (%(error)s)") % {"error": type(error).__name__}
        return
    if [entry.data() for entry in logged.entries] != [entry.data() for entry in loaded.entries]:
        yield _("ses lignes ne sont pas celles de son journal")
    logged_match = logged.match
    if (logged_match.status, logged_match.finished_at) != (match.status, match.finished_at):
        yield _("son état ou sa fin n'est pas celui de son journal")


def _unlike_the_fold(loaded: Loaded) -> Iterator[str]:
    """Yield a sentence for each stored result that differs from the fold of the lines.

    `games.services.writing` stores these results after each fold, for the lists.
    """
    match = loaded.match
    if match.result_only:
        return
    sheet = loaded.replay()
    places = {place.side: place for place in sheet.result.ranking} if sheet.result else {}
    for side in loaded.sides:
        place = places.get(side.number)
        # The side of a match without lines may have no score.
        blank = side.score is None and not loaded.entries
        if side.score != sheet.scores[side.number] and not blank:
            yield (
                _("le camp %(side)s a %(stored)s points, ses lignes en font %(folded)s")
                % {
                    "side": side.number + 1,
                    "stored": side.score,
                    "folded": sheet.scores[side.number],
                }
            )
        if (side.rank, side.eliminated) != (
            (place.rank, place.eliminated) if place else (None, False)
        ):
            yield _("le rang du camp %(side)s n'est pas celui de ses lignes") % {
                "side": side.number + 1
            }
    ended = sheet.result.ended_by if sheet.result else ""
    finished = Status.FINISHED if sheet.result else Status.IN_PROGRESS
    if match.status != Status.ABANDONED and (match.status, match.ended_by) != (finished, ended):
        yield _("il est noté « %(status)s », ce que ses lignes ne disent pas") % {
            "status": match.status
        }


def damaged_tournaments() -> Iterator[str]:
    """Yield a sentence for each tournament whose stored state differs from its log."""
    for tournament in Tournament.objects.order_by("pk").iterator(chunk_size=AT_ONCE):
        try:
            same = log_gives(tournament)
        except Exception as error:
            yield (
                _("Tournoi %(tournament)s : son journal ne se relit pas (%(error)s).")
                % {"tournament": tournament.pk, "error": type(error).__name__}
            )
            continue
        if not same:
            yield (
                _("Tournoi %(tournament)s : il diffère de ce que donne son journal.")
                % {"tournament": tournament.pk}
            )


def damaged_lineages() -> Iterator[str]:
    """Yield a sentence for each fault of a lineage graph.

    The faults are cycles, sources with a teacher, and gaps in the log. No write should cause
    them.
    """
    for graph in Graph.objects.order_by("game"):
        links = Link.objects.filter(game=graph.game)
        placeholders: dict[str, object] = {"game": graph.game}
        if cycle := find_cycle(Lineage.of(links.values_list("teacher_id", "learner_id"))):
            people = ", ".join(map(str, cycle))
            yield _(
                "Transmission de « %(game)s » : les joueurs %(people)s s'apprennent en rond."
            ) % {**placeholders, "people": people}
        sources = Source.objects.filter(game=graph.game, player__in=links.values("learner"))
        for source in sources.order_by("player"):
            yield _(
                "Transmission de « %(game)s » : le joueur %(player)s a quelqu'un au-dessus de lui, "
                "et est noté comme source."
            ) % {**placeholders, "player": source.player_id}
        log = Action.objects.filter(game=graph.game).order_by("version")
        if list(log.values_list("version", flat=True)) != list(range(1, graph.version + 1)):
            yield (
                _("Transmission de « %(game)s » : son journal n'a pas une ligne par version.")
                % placeholders
            )


def wrong_records() -> Iterator[str]:
    """Yield a sentence for each match whose stored facts or records are not those of its lines."""
    for game in games():
        for match in sorted(boards.wrong_facts(game=game.slug)):
            yield _(
                "Match %(match)s : ses faits ou ses records ne sont pas ceux de ses lignes ; "
                "manage.py boards %(game)s les refait."
            ) % {"match": match, "game": game.slug}


def wrong_boards(only: Collection[str] | None = None) -> Iterator[str]:
    """Yield a sentence for each game whose boards differ from a rebuild, which is rolled back.

    Matches that are due are counted first, as at the next start. A game that is due as a whole, or
    whose seasons are still to be worked out, is left out. `only`: the slugs of the games to check;
    None: all.
    """
    for game in games():
        if only is not None and game.slug not in only:
            continue
        with transaction.atomic():
            boards.process_due()
            if game.slug in boards.games_due() or season_progress(game.slug):
                continue
            stored = contents(game.slug)
            boards.rebuild(game=game.slug)
            rebuilt = contents(game.slug)
            transaction.set_rollback(True)
        unlike = {
            table: (stored[table] - rebuilt[table]) + (rebuilt[table] - stored[table])
            for table in stored
        }
        where = [table for table, rows in unlike.items() if rows]
        if where:
            yield (
                _(
                    "Classements de « %(game)s » : ce ne sont pas ceux d'une reconstruction "
                    "(%(tables)s) ; manage.py boards %(game)s les refait."
                )
                % {"game": game.slug, "tables": ", ".join(where)}
            )
