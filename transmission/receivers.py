"""The graphs when two players are merged or unmerged, or somebody is forgotten."""

import re
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.db.models.signals import post_save

from clubs import signals
from clubs.errors import Refused
from clubs.models import ClubPlayer, Player
from transmission.graph.lineage import Lineage, find_cycle
from transmission.models import Action, Attestation, Graph, GraphFile, Link, Source, new_stamp

OWN = "transmission"
# Replaces a removed name.
GONE = "…"


def connect() -> None:
    """Connect the signals about people."""
    signals.players_merged.connect(merge)
    signals.merge_undone.connect(unmerge)
    signals.player_forgotten.connect(forget)
    post_save.connect(note_name, sender=Player)
    post_save.connect(note_care, sender=ClubPlayer)


def _lock(games: set[str]) -> None:
    """Lock the graphs, always in the same order, and make all computed data invalid."""
    for graph in Graph.objects.select_for_update().filter(game__in=games).order_by("game"):
        graph.stamp = new_stamp()
        graph.save(update_fields=["stamp"])


def note_name(
    sender: type[Player], instance: Player, created: bool, update_fields: Any = None, **_: Any
) -> None:
    """Make all files with somebody's old name invalid."""
    if not created and (update_fields is None or {"name", "shown"} & set(update_fields)):
        _new_names(_games_of(instance))


def note_care(sender: type[ClubPlayer], instance: ClubPlayer, created: bool, **_: Any) -> None:
    """Make all files invalid if a club hides somebody, or no longer does."""
    if not created:
        _new_names(_games_of(instance.player))


def _new_names(games: set[str]) -> None:
    Graph.objects.filter(game__in=games).update(names=new_stamp())


def _games_of(*players: Player) -> set[str]:
    games = set(Source.objects.filter(player__in=players).values_list("game", flat=True))
    of_links = Link.objects.filter(Q(teacher__in=players) | Q(learner__in=players))
    of_attestations = Attestation.objects.filter(player__in=players)
    games |= set(of_links.values_list("game", flat=True))
    return games | set(of_attestations.values_list("game", flat=True))


def merge(sender: type[Player], kept: Player, absorbed: Player, **_: Any) -> dict[str, Any]:
    """Move one player's links, sources and attestations to the other; return what was moved.

    Rows that both have stay once; the receipt has the other. `Refused`: the person would in the end
    teach themselves, or be a source with a teacher.
    """
    games = _games_of(absorbed)
    _lock(games)
    receipt: dict[str, Any] = {"moved": {}, "gone": {}}
    for model, field in _HOLDERS:
        _move(model, field, kept, absorbed, receipt)
    for game in games:
        _check(game, kept)
    return {OWN: receipt}


_HOLDERS: tuple[tuple[Any, str], ...] = (
    (Link, "teacher"),
    (Link, "learner"),
    (Source, "player"),
    (Attestation, "player"),
)


def _move(model: Any, field: str, kept: Player, absorbed: Player, receipt: dict[str, Any]) -> None:
    name = f"{model.__name__.lower()}.{field}"
    moved, gone = [], []
    for row in model.objects.filter(**{field: absorbed}).order_by("id"):
        setattr(row, field, kept)
        same = _same(model, row)
        if model is Link and row.teacher_id == row.learner_id:
            raise Refused("merge_line", "other")
        if same:
            gone.append(_columns(row) | {f"{field}_id": absorbed.pk})
            row.delete()
        else:
            row.save(update_fields=[field])
            moved.append(row.pk)
    receipt["moved"][name], receipt["gone"][name] = moved, gone


def _same(model: Any, row: Any) -> bool:
    """Whether the kept player has such a row already."""
    unique = {
        Link: ("game", "teacher_id", "learner_id"),
        Source: ("game", "player_id"),
        Attestation: ("game", "player_id", "date"),
    }[model]
    values = {name: getattr(row, name) for name in unique}
    return bool(model.objects.filter(**values).exclude(pk=row.pk).exists())


def _columns(row: Any) -> dict[str, Any]:
    return {
        field.attname: field.value_to_string(row)
        if hasattr(getattr(row, field.attname), "isoformat")
        else getattr(row, field.attname)
        for field in row._meta.concrete_fields
    }


def _check(game: str, kept: Player) -> None:
    links = Link.objects.filter(game=game)
    source = Source.objects.filter(game=game, player=kept).exists()
    if source and links.filter(learner=kept).exists():
        raise Refused("merge_line", "other")
    if find_cycle(Lineage.of(links.values_list("teacher_id", "learner_id"))):
        raise Refused("merge_line", "other")


def unmerge(
    sender: type[Player], kept: Player, absorbed: Player, receipts: dict[str, Any], **_: Any
) -> None:
    """Put every row back that still exists; rows written since stay as they are."""
    receipt = receipts.get(OWN)
    if not receipt:
        return
    _lock(_games_of(kept, absorbed))
    for model, field in _HOLDERS:
        name = f"{model.__name__.lower()}.{field}"
        rows = model.objects.filter(pk__in=receipt["moved"].get(name, []), **{field: kept})
        rows.update(**{field: absorbed})
        for columns in receipt["gone"].get(name, []):
            model.objects.bulk_create([model(**columns)], ignore_conflicts=True)


def forget(sender: type[Player], names: Sequence[str], club_ids: Sequence[int], **_: Any) -> None:
    """Remove the names of a forgotten person from their clubs' notes and log."""
    _new_names({str(game) for game in Graph.objects.values_list("game", flat=True)})
    GraphFile.objects.all().delete()
    told = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
    if not told:
        return
    inside = re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE)
    texts: tuple[tuple[Any, str], ...] = (
        (Link, "note"),
        (Source, "note"),
        (Attestation, "witness"),
    )
    touched = set()
    for model, field in texts:
        for row in model.objects.filter(club__in=club_ids).exclude(**{field: ""}).iterator():
            text = inside.sub(GONE, getattr(row, field))
            if text != getattr(row, field):
                model.objects.filter(pk=row.pk).update(**{field: text})
                touched.add(row.game)
    # Cached answers hold the notes, by the state of the graph.
    _lock(touched)
    for deed in Action.objects.filter(club__in=club_ids).iterator():
        before, after = _without(deed.before, inside), _without(deed.after, inside)
        if (before, after) != (deed.before, deed.after):
            Action.objects.filter(pk=deed.pk).update(before=before, after=after)


def _without(value: Any, name: re.Pattern[str]) -> Any:
    if isinstance(value, str):
        return name.sub(GONE, value)
    if isinstance(value, list):
        return [_without(one, name) for one in value]
    if isinstance(value, dict):
        return {key: _without(one, name) for key, one in value.items()}
    return value
