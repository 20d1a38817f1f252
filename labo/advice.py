"""The lab's questions about a running match, only if its table wants them."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from games.lab import Question
from games.models import Status
from games.registry import game_of
from games.table import Table
from labo.questions import RULE


@dataclass(frozen=True, slots=True)
class About:
    """A question about a match, and its address with the match's conditions."""

    question: Question
    url: str


def advised(table: Table) -> bool:
    """Say whether advice is shown: wanted by the table, while it runs, not in a tournament."""
    match = table.match
    return match.advice and match.status == Status.IN_PROGRESS and not match.event_id


def about(table: Table) -> list[About]:
    """Return the questions that have an answer for the match now, under its own rules."""
    found = []
    for question in table.game.lab:
        conditions = question.of_match(table) if question.of_match else None
        if conditions is None:
            continue
        page = reverse("labo:question", args=[table.game.slug, question.slug])
        written = {**_rules(table, question), **conditions}
        found.append(About(question, f"{page}?{urlencode(written, doseq=True)}"))
    return found


def _rules(table: Table, question: Question) -> dict[str, str]:
    """Return the match's ruleset as the lab's fields: the preset, and the differing rules."""
    if not question.rules:
        return {}
    game = game_of(table.match.game)
    preset = game.preset(table.match.preset) or game.presets[0]
    usual = game.rules_model(**preset.values).values()
    rules = table.rules.values()
    changed = {name: rules[name] for name in question.rules if rules[name] != usual[name]}
    return {"preset": preset.slug} | {RULE + name: _text(value) for name, value in changed.items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)
