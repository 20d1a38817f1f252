"""Moves links, sources and attestations when two players are merged, or a merge is undone."""

from typing import Any

from clubs.models import Player
from core.errors import Refused
from transmission.graph.lineage import Lineage, find_cycle
from transmission.models import Attestation, Link, Source
from transmission.services.stamps import games_of, lock_graphs


def merge_links(*, survivor: Player, absorbed: Player) -> dict[str, Any]:
    """Move the links, sources and attestations of `absorbed` to `survivor`. Return the receipt.

    If both players have the same row, the survivor's row stays and the other is kept in the
    receipt. Raise `Refused` if the merged person would teach themselves, even indirectly, or
    would be a source with a teacher.
    """
    games = games_of(absorbed)
    lock_graphs(games)
    receipt: dict[str, Any] = {"moved": {}, "gone": {}}
    for model, field in _HOLDERS:
        _move(model, field, survivor, absorbed, receipt)
    for game in games:
        _check(game, survivor)
    return receipt


_HOLDERS: tuple[tuple[Any, str], ...] = (
    (Link, "teacher"),
    (Link, "learner"),
    (Source, "player"),
    (Attestation, "player"),
)


def _move(
    model: Any, field: str, survivor: Player, absorbed: Player, receipt: dict[str, Any]
) -> None:
    name = f"{model.__name__.lower()}.{field}"
    moved, gone = [], []
    for row in model.objects.filter(**{field: absorbed}).order_by("id"):
        setattr(row, field, survivor)
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


_UNIQUE: dict[Any, tuple[str, ...]] = {
    Link: ("game", "teacher_id", "learner_id"),
    Source: ("game", "player_id"),
    Attestation: ("game", "player_id", "date"),
}


def _same(model: Any, row: Any) -> bool:
    """Return whether another row exists with the same game and players (and date, for an
    attestation).
    """
    values = {name: getattr(row, name) for name in _UNIQUE[model]}
    return bool(model.objects.filter(**values).exclude(pk=row.pk).exists())


def _columns(row: Any) -> dict[str, Any]:
    return {
        field.attname: field.value_to_string(row)
        if hasattr(getattr(row, field.attname), "isoformat")
        else getattr(row, field.attname)
        for field in row._meta.concrete_fields
    }


def _check(game: str, survivor: Player) -> None:
    links = Link.objects.filter(game=game)
    source = Source.objects.filter(game=game, player=survivor).exists()
    if source and links.filter(learner=survivor).exists():
        raise Refused("merge_line", "other")
    if find_cycle(Lineage.of(links.values_list("teacher_id", "learner_id"))):
        raise Refused("merge_line", "other")


def unmerge_links(*, survivor: Player, absorbed: Player, receipt: dict[str, Any]) -> None:
    """Move back all rows of the receipt that still exist. Rows written after the merge stay as they
    are.

    A row that both players had is restored only if the survivor still has it. Otherwise it could
    close a cycle with newer links.
    """
    lock_graphs(games_of(survivor, absorbed))
    for model, field in _HOLDERS:
        name = f"{model.__name__.lower()}.{field}"
        rows = model.objects.filter(pk__in=receipt["moved"].get(name, []), **{field: survivor})
        rows.update(**{field: absorbed})
        for columns in receipt["gone"].get(name, []):
            if _same(model, model(**columns | {f"{field}_id": survivor.pk})):
                model.objects.bulk_create([model(**columns)], ignore_conflicts=True)
