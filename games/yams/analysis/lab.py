"""The lab's questions about the Yams."""

from games.yams.analysis import cells_lab, columns_lab, figures_lab, keep_lab, zugzwang_lab

QUESTIONS = (
    figures_lab.QUESTION,
    keep_lab.QUESTION,
    cells_lab.QUESTION,
    zugzwang_lab.QUESTION,
    *columns_lab.QUESTIONS,
)
