"""The rulesets of the Bataille: their fields, and the checks of their values. Pure."""

from typing import Protocol

from games.sheet import RuleError

DECKS = (32, 52, 54)
WITH_JOKERS = 54
MOST_DECKS = 4
# The numbers of players with which the cards can be dealt by colour. « À 2 joueurs, tous les
# noirs à une personne et tous les rouges à une autre ; à quatre joueurs, une personne prend les
# trèfles, une les piques, une les carreaux et une les cœurs. »
BY_COLOUR_SEATS = (2, 4)
# The number of players with jokers. « Cette variante est limitée à deux joueurs. »
JOKER_SEATS = 2


class BatailleRules(Protocol):
    """A ruleset. Its fields are those of the specification."""

    deck: int
    decks: int
    face_down: bool
    deal: str
    stealing_joker_wins: bool
    loser_pays: bool
    open_hands: bool
    stalemate: str
    wins_needed: int


def cards_in_play(rules: BatailleRules) -> int:
    """Return the number of cards of all packs together."""
    return rules.deck * rules.decks


def rule_faults(rules: BatailleRules, seats: int) -> list[RuleError]:
    """Return the reasons to refuse a ruleset at a table of `seats` players.

    The list is empty if the ruleset is valid.
    """
    return [*_faulty_values(rules), *_faulty_combinations(rules), *_misfits(rules, seats)]


def _faulty_values(rules: BatailleRules) -> list[RuleError]:
    """Return a fault for each value that is outside its own range."""
    faults = []
    if rules.deck not in DECKS:
        faults.append(RuleError("deck_unknown", "deck", value=rules.deck))
    if not 1 <= rules.decks <= MOST_DECKS:
        faults.append(RuleError("decks_out_of_range", "decks", most=MOST_DECKS))
    if rules.wins_needed < 1:
        faults.append(RuleError("not_positive", "wins_needed", value=rules.wins_needed))
    return faults


def _faulty_combinations(rules: BatailleRules) -> list[RuleError]:
    """Return a fault for each combination of values that is not allowed."""
    faults = []
    if rules.deck == WITH_JOKERS and rules.decks > 1:
        faults.append(RuleError("jokers_in_one_deck", "decks"))
    if rules.stealing_joker_wins and rules.deck != WITH_JOKERS:
        faults.append(RuleError("joker_needs_jokers", "stealing_joker_wins"))
    return faults


def _misfits(rules: BatailleRules, seats: int) -> list[RuleError]:
    """Return the faults of decks and ways of dealing that don't fit the number of players."""
    faults = []
    if rules.deck == WITH_JOKERS and seats != JOKER_SEATS:
        faults.append(RuleError("players_do_not_fit", "deck", either=[2]))
    if rules.deal == "by_colour" and seats not in BY_COLOUR_SEATS:
        faults.append(RuleError("players_do_not_fit", "deal", either=[2, 4]))
    if seats > cards_in_play(rules) > 0:
        # With so few cards some players would get none.
        fitting = f"2–{cards_in_play(rules)}"
        faults.append(RuleError("players_do_not_fit", "decks", either=[fitting]))
    return faults
