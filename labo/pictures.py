"""An answer as a picture to share: its sentence, its numbers, and its first tables in short."""

from core.sharing.picture import PictureRow, SharedPicture
from games.cards import SUIT_LETTERS
from games.presentation.wording import SUIT_NAMES, SUIT_SIGNS
from labo.answer_text import AnswerCell, ShownAnswer, ShownGrid
from labo.questions import AskedQuestion

SUITS_BY_SIGN = {SUIT_SIGNS[letter]: suit for suit, letter in SUIT_LETTERS.items()}
# The most rows of a table that a picture has, and the most numbers.
MOST_ROWS, MOST_NUMBERS = 4, 6


def picture_of(asked_question: AskedQuestion, answer: ShownAnswer) -> SharedPicture:
    """Return the picture of an answer."""
    first = answer.grids[0] if answer.grids else None
    tabled = _lines(first) if first is not None and len(first.rows) <= MOST_ROWS + 1 else ()
    return SharedPicture(
        heading=f"{asked_question.game.name}, {asked_question.question.title}",
        title=answer.sentence,
        rows=tuple(
            PictureRow(number.label, number.text) for number in answer.figures[:MOST_NUMBERS]
        ),
        sentences=(*tabled, *([answer.model] if answer.model else answer.remarks[-1:])),
    )


def _lines(grid: ShownGrid) -> tuple[str, ...]:
    """Return the rows of a short table as lines of text."""
    return tuple(
        " ".join((f"{row.cells[0].text} :", *map(_text, row.cells[1:]))) for row in grid.rows
    )


def _text(cell: AnswerCell) -> str:
    """Return a cell's text, with cards grouped by suit: a picture's letters have no suit signs."""
    suits: dict[str, list[str]] = {}
    for name, _red in cell.cards:
        suits.setdefault(str(SUIT_NAMES[SUITS_BY_SIGN[name[-1]]]), []).append(name[:-1])
    parts = [f"{suit} {' '.join(ranks)}" for suit, ranks in suits.items()]
    return ", ".join(parts) if parts else cell.text
