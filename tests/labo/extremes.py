"""The conditions of a question at their extremes: one by one, and combined with the largest
sizes.
"""

from collections.abc import Iterator
from typing import Any

from django import forms

from games.registry.game import Game
from games.registry.lab import Question
from labo.questions import RULE, AskedQuestion, form_of

Conditions = dict[str, str]
# Values between the extremes of a number, chosen so that some answers are just short enough to
# need no job.
BETWEEN = (50, 1000, 10_000, 20_000, 50_000, 200_000)
# Presets whose throws, hands or columns differ. All others behave like the first preset of their
# game.
TELLING = ("impair", "six-des", "achat-argent", "competitif-argent")


def values_of(field: forms.Field) -> list[str]:
    """Return the extreme values of a condition, as an address writes them."""
    if isinstance(field, forms.IntegerField):
        limits: Any = (field.min_value or 0, field.max_value or 0)
        low, high = limits
        return [str(value) for value in (low, low + 1, *BETWEEN, high) if low <= value <= high]
    if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.MultipleChoiceField):
        choices: Any = field.choices
        return [str(value) for value, _label in choices if value != ""]
    return []


def extremes(game: Game, question: Question, *, all_of_them: bool = False) -> Iterator[Conditions]:
    """Yield each condition at each of its extremes, combined with the extremes of the condition
    that sets the size.

    Unless `all_of_them`, only a few presets are used, and of the sizes only none and the
    highest.
    """
    fields = form_of(game, question).base_fields
    single = [(name, value) for name, field in fields.items() for value in values_of(field)]
    size = RULE + question.size_rule if question.size_rule else "games"
    sizes = ["", *values_of(fields[size])] if size in fields else [""]
    presets = [preset.slug for preset in game.presets] if question.rules else [""]
    for preset in presets:
        if preset and not all_of_them and preset not in (presets[0], *TELLING):
            continue
        for name, value in single:
            if name != "preset":
                for most in sizes if all_of_them else {"", sizes[-1]}:
                    yield _given({"preset": preset, size: most, name: value})
        yield from _attacks(preset, size, sizes)


def _attacks(preset: str, size: str, sizes: list[str]) -> Iterator[Conditions]:
    """Yield combinations of rules that make the tables twice as large, or need throws that are not
    stored.
    """
    for most in sizes:
        apart = {"entered": "0", RULE + "entry_single_throw": "1"}
        parts = {RULE + "may_reroll_scoring": "1", RULE + "extra_die": "double"}
        for more in (apart, apart | parts, apart | parts | {RULE + "late_suites": "1"}):
            yield _given({"preset": preset, size: most, **more})


def _given(values: Conditions) -> Conditions:
    return {name: value for name, value in values.items() if value}


def codes(question: AskedQuestion) -> set[Any]:
    """Return the codes with which the conditions are refused."""
    return {error.code for errors in question.form.errors.as_data().values() for error in errors}
