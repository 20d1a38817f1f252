"""The lab's questions about a running match, if its table allows advice (`Table.advised`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.entry.forms import PadForm
from games.presentation.table import Table
from games.registry.installed import game_of
from games.registry.lab import Question, Text
from labo.questions import RULE, AskedQuestion, ask


@dataclass(frozen=True, slots=True)
class About:
    """A question about a match, and its address with the match's state as conditions.

    `in_short` is its answer in a few words; empty if the answer takes too long for a page.
    """

    question: Question
    url: str
    in_short: Sequence[Text] = ()


def about(table: Table) -> list[About]:
    """Return the questions that have an answer for the match now, under its own rules."""
    questions = []
    for question in table.game.lab:
        conditions = question.of_match(table) if question.of_match else None
        if conditions is not None:
            written = {**_rules(table, question), **conditions}
            questions.append(About(question, _url(table, question, written)))
    return questions


def about_pad(pad: PadForm) -> list[About]:
    """Return the questions that can be answered for the pad's values, each with a short answer."""
    table, questions = pad.table, []
    for question in table.game.lab:
        conditions = question.of_pad(pad) if question.of_pad else None
        if conditions is None:
            continue
        written = {**_rules(table, question), **conditions}
        asked_question = ask(table.game, question, written)
        if asked_question.valid:
            questions.append(
                About(question, _url(table, question, written), _in_short(asked_question))
            )
    return questions


def _in_short(asked_question: AskedQuestion) -> Sequence[Text]:
    in_short = asked_question.question.in_short
    return () if in_short is None or asked_question.long else in_short(asked_question.conditions)


def _url(table: Table, question: Question, written: Mapping[str, Any]) -> str:
    page = reverse("labo:question", args=[table.game.slug, question.slug])
    return f"{page}?{urlencode(written, doseq=True)}"


def _rules(table: Table, question: Question) -> dict[str, str]:
    """Return a match's ruleset as the lab's fields: the preset, and the rules that differ."""
    if not question.rules:
        return {}
    game = game_of(table.match.game)
    preset = game.preset(table.match.preset) or game.presets[0]
    usual = game.rules.model(**preset.values).values()
    rules = table.rules.values()
    changed = {name: rules[name] for name in question.rules if rules[name] != usual[name]}
    return {"preset": preset.slug} | {RULE + name: _text(value) for name, value in changed.items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)
