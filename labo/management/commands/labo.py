"""`manage.py labo`: the lab in a shell: `labo`, `labo JEU QUESTION condition=valeur …`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from core.errors import NotFound
from core.spreadsheets import csv_text
from games.registry.lab import Answer, NoAnswer
from labo.answer_text import ShownGrid, shown_answer
from labo.files import rows
from labo.questions import AskedQuestion, ask, asking, find_question, form_of


class Command(BaseCommand):
    """Answers a question, or lists all questions."""

    help = "Answer a question of the lab; without arguments, list the questions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare a game, a question, its conditions, and the option for CSV."""
        parser.add_argument("game", nargs="?", help="A game's slug.")
        parser.add_argument("question", nargs="?", help="A question's slug.")
        parser.add_argument("conditions", nargs="*", help="name=value, as in the address.")
        parser.add_argument("--csv", action="store_true", help="Print the tables as CSV.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the answer, or the list of questions."""
        if not options["game"] or not options["question"]:
            self._list(options["game"])
            return
        try:
            game, question = find_question(options["game"], options["question"])
        except NotFound:
            raise CommandError("Pas de telle question : `labo` les donne toutes.") from None
        asked_question = ask(game, question, _conditions(options["conditions"]))
        if not asked_question.valid:
            raise CommandError(_faults(asked_question))
        answer = _answered(asked_question)
        if options["csv"]:
            self.stdout.write(csv_text(rows(answer)), ending="")
        else:
            self._tell(answer)

    def _list(self, only: str | None) -> None:
        for game in asking():
            if only and game.slug != only:
                continue
            for question in game.lab:
                names = form_of(game, question).base_fields
                self.stdout.write(f"{game.slug} {question.slug} — {question.title}")
                self.stdout.write(f"    {' '.join(f'{name}=…' for name in names)}")

    def _tell(self, answer: Answer) -> None:
        texts = shown_answer(answer)
        self.stdout.write(texts.sentence)
        for figure in texts.figures:
            error = f" ± {figure.error}" if figure.error else ""
            fraction = f"  ({figure.exact})" if figure.exact else ""
            self.stdout.write(f"  {figure.label} : {figure.text}{error}{fraction}")
        for grid in texts.grids:
            self.stdout.write(f"\n{grid.caption}")
            for line in _lines(grid):
                self.stdout.write(f"  {line}")
        for published in texts.published:
            self.stdout.write(
                f"\n{published.claim} : {published.theirs} — {published.ours} "
                f"({published.verdict}). {published.condition}"
            )
        for remark in texts.remarks:
            self.stdout.write(f"\n{remark}")


def _conditions(given: list[str]) -> dict[str, str]:
    for text in given:
        if "=" not in text:
            raise CommandError(f"« {text} » : une condition s'écrit nom=valeur.")
    return {name: value for name, _equal, value in (text.partition("=") for text in given)}


def _faults(asked_question: AskedQuestion) -> str:
    return "\n".join(
        f"{field} : {message}"
        for field, messages in asked_question.form.errors.items()
        for message in messages
    )


def _answered(asked_question: AskedQuestion) -> Answer:
    """Return the answer. Display a progress bar on a terminal if it takes long."""
    if asked_question.question.run is None:
        return asked_question.answer()
    with tqdm(disable=None) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        try:
            outcome = asked_question.work(progress)
        except NoAnswer:
            raise CommandError(
                "Presque aucune donne ne s'accorde avec ces conditions : en enlever."
            ) from None
    return asked_question.question.answer(asked_question.conditions, outcome)


def _lines(grid: ShownGrid) -> list[str]:
    rows = [[head for head, _number in grid.heads]]
    rows += [[cell.text for cell in row.cells] for row in grid.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(grid.heads))]
    return [
        "  ".join(
            text.rjust(width) if number else text.ljust(width)
            for text, width, (_head, number) in zip(row, widths, grid.heads, strict=True)
        ).rstrip()
        for row in rows
    ]
