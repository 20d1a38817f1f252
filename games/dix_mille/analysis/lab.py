"""The lab's questions about 10 000."""

from games.dix_mille.analysis import carry_lab, duel_lab, enter_lab, stop_lab, throw_lab
from games.dix_mille.analysis.lab_forms import TURN_RULES

QUESTIONS = (
    throw_lab.QUESTION,
    stop_lab.QUESTION,
    carry_lab.QUESTION,
    enter_lab.QUESTION,
    duel_lab.question((*TURN_RULES, "coches_consecutive", "collision", "chain_collision")),
)
