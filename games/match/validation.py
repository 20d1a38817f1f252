"""Validation of a game's models by its rules, as if the row were recorded as a line.

A shell or an admin page that validates a row gets the same refusals as the pad. The services call
the game's checks themselves, because they fold a match only once.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from django.core.exceptions import NON_FIELD_ERRORS, ObjectDoesNotExist, ValidationError
from django.utils.translation import gettext as _

from games.presentation.wording import Names, error_sentence
from games.registry.game import Game
from games.registry.installed import games
from games.sheet import RuleError

if TYPE_CHECKING:
    from games.models import EntryBase, Match, RulesBase


def check_rules(rules: "RulesBase") -> None:
    """Raise `ValidationError` with all the faults that the game's `rule_faults` return."""
    match = _match_of(rules, ("club", "match"))
    if match is None:
        return
    game = _game_of(rules)
    faults = game.rules.faults(rules, match.seats.count() or game.seats.least)
    if faults:
        raise _refusal(rules, faults, game, Names(terms=game.words.terms))


def check_entry(entry: "EntryBase") -> None:
    """Fold the match with this line at its number, and fill in the line's derived values.

    Raises `ValidationError` if the line has a wrong shape or breaks a rule, or if a later line
    would then break one.
    """
    match = _match_of(entry, entry.OWN)
    if match is None:
        return
    game = _game_of(entry)
    _check_match(match, game)
    _check_shape(entry, game)
    lines = list(type(entry)._default_manager.filter(match=match).exclude(pk=entry.pk))
    if entry._state.adding and entry.number <= len(lines):
        return  # a unique constraint will refuse the number
    lines.insert(entry.number - 1, entry)
    try:
        if entry.number > len(lines):
            raise RuleError("line_number", "number", expected=len(lines))
        sheet = game.replay(getattr(match, game.rules_accessor), match.seats.count(), lines)
    except RuleError as fault:
        names = _names(match, game)
        raise _refusal(entry, [_at_this_line(fault, entry, game, names)], game, names) from fault
    entry.fill(dict(sheet.lines[entry.number - 1].completed))


def _match_of(row: "RulesBase | EntryBase", own: Collection[str]) -> "Match | None":
    """Return the row's match.

    Return None if a value is not valid for its column, because Django reports that by itself.
    """
    try:
        row.clean_fields(exclude=own)
        return row.match
    except (ValidationError, ObjectDoesNotExist):
        return None


def _game_of(row: "RulesBase | EntryBase") -> Game:
    return next(game for game in games() if isinstance(row, game.rules.model | game.entry.model))


def _check_match(match: "Match", game: Game) -> None:
    """Refuse a line of a match of another game, of an abandoned match, or of one without lines."""
    if match.game != game.slug or not hasattr(match, game.rules_accessor):
        raise ValidationError(_("Ce match n'a pas les règles de ce jeu."), "match_of_other_game")
    code = "result_only" if match.result_only else "match_abandoned"
    if match.result_only or match.status == "abandoned":
        raise ValidationError(error_sentence({}, code, {}, Names()), code)


def _check_shape(entry: "EntryBase", game: Game) -> None:
    """Refuse values that the game's serializer refuses, as the API does."""
    posted = game.entry.serializer(data=entry.data())
    if not posted.is_valid():
        errors: dict[str, list[ValidationError]] = {}
        for place, details in posted.errors.items():
            errors.setdefault(_column(entry, place), []).extend(_details(details))
        raise ValidationError(errors)


def _details(errors: Any) -> Iterator[ValidationError]:
    """Yield each error of a serializer, however deeply nested."""
    if isinstance(errors, dict | list):
        for inner in errors.values() if isinstance(errors, dict) else errors:
            yield from _details(inner)
    else:
        yield ValidationError(str(errors), code=errors.code)


def _at_this_line(fault: RuleError, entry: "EntryBase", game: Game, names: Names) -> RuleError:
    """Return the fault for this line. If a later line has it, the code is `later_entry_illegal`."""
    if fault.number is None or fault.number <= entry.number:
        return fault
    why = error_sentence(game.words.errors, fault.code, fault.params, names)
    return RuleError("later_entry_illegal", number=fault.number, why=why, cause=fault.code)


def _names(match: "Match", game: Game) -> Names:
    seats = tuple(seat.name for seat in match.seats.select_related("player"))
    sides = tuple(side.name for side in match.sides.all())
    return Names(seats, sides, game.words.terms)


def _refusal(
    row: "RulesBase | EntryBase", faults: Iterable[RuleError], game: Game, names: Names
) -> ValidationError:
    errors: dict[str, list[ValidationError]] = {}
    for fault in faults:
        text = error_sentence(game.words.errors, fault.code, fault.params, names)
        place = _column(row, fault.field or "")
        errors.setdefault(place, []).append(ValidationError(text, code=fault.code))
    return ValidationError(errors)


def _column(row: "RulesBase | EntryBase", place: str) -> str:
    """Return the name of the column of a faulty field.

    The API may have the field within a group, as in `maitre.trick_points`.
    """
    columns = {column.name for column in row._meta.concrete_fields}
    names = [name for name in (place.replace(".", "_"), *place.split(".")) if name in columns]
    return names[0] if names else NON_FIELD_ERRORS
