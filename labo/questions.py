"""A question with the conditions of an address: for pages, API and shell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django import forms
from django.db import models
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from clubs.callers import Caller
from core.errors import NotFound
from core.progress import ProgressCallback
from games.presentation.wording import Names, error_sentence
from games.registry.estimate import AT_ONCE, BY_JOB, Estimate
from games.registry.game import Game
from games.registry.installed import games
from games.registry.lab import Answer, Question

RULE = "rule-"


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question under conditions. `form` is bound; the properties may be read only if it is valid.

    `caller` is None in a shell or a job, which may see no club. A job has what its caller may see
    from the start.
    """

    game: Game
    question: Question
    form: forms.Form
    caller: Caller | None = None
    _seen: list[Any] = field(default_factory=list, compare=False)
    _estimates: list[Estimate] = field(default_factory=list, compare=False)

    @property
    def valid(self) -> bool:
        """Whether the conditions are valid, and not too much to compute even for a job."""
        if not self.form.is_valid():
            return False
        try:
            if not self.estimate.within(BY_JOB):
                self._refuse_size()
        except forms.ValidationError as refusal:
            self.form.add_error(None, refusal)
        return self.form.is_valid()

    @property
    def conditions(self) -> dict[str, Any]:
        """The conditions, cleaned; a question with rules has an unsaved ruleset as `rules`."""
        return self.form.cleaned_data

    @property
    def written(self) -> dict[str, list[str]]:
        """All conditions, as an address writes them; empty ones of several values are left out."""
        data: Any = self.form.data
        return {name: list(filter(None, data.getlist(name))) or [""] for name in self.form.fields}

    @property
    def long(self) -> bool:
        """Whether the answer needs more computation than a request may do."""
        if self.question.run is None:
            return False
        return self.question.always_long or not self.estimate.within(AT_ONCE)

    @property
    def estimate(self) -> Estimate:
        """The estimated computation of the answer, cached."""
        if not self._estimates:
            self._estimates.append(self.question.estimate(self._with_seen))
        return self._estimates[0]

    def _refuse_size(self) -> None:
        rule = RULE + self.question.size_rule
        text = _("Ce serait trop long à calculer : baisser « %(rule)s ».")
        if rule not in self.form.fields:
            rule, text = "", _("Ce serait trop long à calculer : changer ces conditions.")
        params = {"rule": self.form.fields[rule].label} if rule else {}
        self.form.add_error(
            rule or None, forms.ValidationError(text, code="too_much_to_compute", params=params)
        )

    @property
    def seen(self) -> Any:
        """The caller's data that the question uses, as plain JSON, cached."""
        of_caller = self.question.of_caller
        if of_caller is None:
            return None
        if not self._seen:
            caller = self.caller
            self._seen.append(None if caller is None else of_caller(caller, self.conditions))
        return self._seen[0]

    @property
    def _with_seen(self) -> dict[str, Any]:
        return {**self.conditions, **({"seen": self.seen} if self.question.of_caller else {})}

    def answer(self) -> Answer:
        """Compute the answer now."""
        if self.question.run is None:
            return self.question.answer(self.conditions)
        return self.question.answer(self.conditions, self.work(lambda done, total: None))

    def work(self, progress: ProgressCallback) -> dict[str, Any]:
        """Return the computed result of a long answer."""
        if self.question.run is None:
            raise LookupError("a question without work")
        return self.question.run(self._with_seen, progress)


def asking() -> list[Game]:
    """Return the games that have questions."""
    return [game for game in games() if game.lab]


def find_question(game_slug: str, slug: str) -> tuple[Game, Question]:
    """Return a game and one of its questions by their slugs. Raise `NotFound` if there is none."""
    for game in asking():
        for question in game.lab:
            if (game.slug, question.slug) == (game_slug, slug):
                return game, question
    raise NotFound


def ask(
    game: Game,
    question: Question,
    data: Mapping[str, Any],
    caller: Caller | None = None,
    *,
    seen: Any = None,
) -> AskedQuestion:
    """Return a question with the conditions of an address; missing ones have initial values.

    `seen` is what a job's caller may see, if the question uses such data.
    """
    form = form_of(game, question)
    filled = QueryDict(mutable=True)
    for name in form.base_fields:
        given = data.getlist(name) if isinstance(data, QueryDict) else data.get(name)
        if given in (None, []):
            given = form.base_fields[name].initial
        filled.setlist(name, given if isinstance(given, list) else [_plain(given)])
    return AskedQuestion(game, question, form(filled), caller, [] if seen is None else [seen])


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)


# --- Rulesets --------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _form_of(game_slug: str, slug: str) -> Any:
    game, question = find_question(game_slug, slug)
    fields: dict[str, Any] = {}
    if question.rules:
        fields["preset"] = forms.ChoiceField(
            label=_("Variante"),
            choices=[(preset.slug, preset.name) for preset in game.presets],
            initial=game.presets[0].slug,
        )
    base = question.form or forms.Form
    fields |= base.base_fields
    for name in question.rules:
        fields[RULE + name] = _rule_field(game.rules.model._meta.get_field(name))
    # `_Ruled` is the last base, so that it cleans first: the question's own checks use the ruleset.
    own = (question.form,) if question.form else ()
    bases = (*own, _Ruled) if question.rules else own or (forms.Form,)
    more = {"game_asked": game, "question_asked": question, "field_order": ["preset"]}
    return type("Conditions", bases, {**fields, **more})


def form_of(game: Game, question: Question) -> Any:
    """Return the form of a question: its own fields, and the ruleset if it depends on one."""
    return _form_of(game.slug, question.slug)


def _rule_field(column: Any) -> forms.Field:
    """Return the field of one rule. If it is empty, the rule is as in the preset."""
    blank = ("", _("comme la variante"))
    label = capfirst(column.verbose_name)
    if isinstance(column, models.BooleanField):
        choices: list[Any] = [blank, ("1", _("oui")), ("0", _("non"))]
        return forms.TypedChoiceField(
            label=label,
            choices=choices,
            required=False,
            coerce=lambda text: text == "1",
            empty_value=None,
        )
    if column.choices:
        return forms.TypedChoiceField(
            label=label,
            choices=[blank, *column.choices],
            required=False,
            coerce=column.to_python,
            empty_value=None,
        )
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=10**6,
        widget=forms.NumberInput(attrs={"placeholder": _("comme la variante")}),
    )


class _Ruled(forms.Form):
    """Adds the ruleset to the conditions: a preset, and rules that differ from it."""

    game_asked: Game
    question_asked: Question

    def clean(self) -> dict[str, Any]:
        """Add the unsaved ruleset to the cleaned values, and an error for each of its faults."""
        values = super().clean() or self.cleaned_data
        preset = self.game_asked.preset(values.get("preset", ""))
        if preset is None or self.errors:
            return values
        changed = {
            name: values[RULE + name]
            for name in self.question_asked.rules
            if values.get(RULE + name) is not None
        }
        rules = self.game_asked.rules.model(**{**preset.values, **changed})
        for fault in self.game_asked.rules.faults(rules, self.game_asked.seats.least):
            text = error_sentence(self.game_asked.words.errors, fault.code, fault.params, Names())
            self._refuse(fault.code, fault.field, text)
        unfit = self.question_asked.unfit(rules)
        if unfit is not None:
            self._refuse(*unfit)
        return {**values, "rules": rules}

    def _refuse(self, code: str, rule: str | None, text: Any) -> None:
        field = RULE + (rule or "")
        where = field if field in self.fields else "preset"
        self.add_error(where, forms.ValidationError(text, code=code))

    @property
    def ruled(self) -> list[forms.BoundField]:
        """The fields of single rules, which the page displays in a closed section."""
        return [field for field in self if field.html_name.startswith(RULE)]

    @property
    def changes_rules(self) -> bool:
        """Whether a rule differs from the preset, or is refused."""
        return any(field.errors or field.value() for field in self.ruled)
