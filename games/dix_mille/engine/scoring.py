"""The scoring of 10 000 (« Principe du jeu », « Fin du jeu »), as pure functions.

`replay` folds a match's turns into a `Scoresheet`. `entries` verifies an entry (its dice in `turns`
and `throws`), `columns` holds the players' paliers, `rulesets` checks rulesets. Quotations are from
the source of the rules.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from games.dix_mille.engine.collisions import StruckPalier, collide
from games.dix_mille.engine.columns import PalierColumn
from games.dix_mille.engine.entries import MilleEntry, TurnEnd, completed_entry, read_turn
from games.dix_mille.engine.rulesets import MilleRules, lowest_stop, rule_faults
from games.dix_mille.engine.throws import Dice
from games.dix_mille.engine.turns import Carry, Scored, Stand
from games.sheet import Fold, Line, Note, RankedSide, Result, Scoresheet, folded

__all__ = ["Race", "replay", "rule_faults"]


def replay(rules: MilleRules, seats: int, entries: Iterable[MilleEntry]) -> Scoresheet:
    """Fold the turns of a match into its scoresheet. Seat 0 begins, and each seat is a side.

    Raise the `RuleError` of the first refused turn; its `number` is the number of that turn (from
    1). For a turn after the end of the match, the code is `match_finished`.
    """
    return folded(Race(rules, seats), entries)


class Race(Fold):
    """A match being folded: the players' columns, whose turn it is, what may be taken over.

    `leader` is the seat that has reached the target and waits for the end of the last round. The
    match ends when it would be the turn of seat `ends_at`.
    """

    def __init__(self, rules: MilleRules, seats: int) -> None:
        super().__init__()
        self.rules = rules
        self.columns = [PalierColumn() for _ in range(seats)]
        self.scores = [0] * seats
        self.seat = 0
        self.carry: Carry | None = None
        self.leader: int | None = None
        self.ends_at: int | None = None

    @property
    def stand(self) -> Stand:
        """The state before their turn of the player who plays next."""
        score = self.scores[self.seat]
        return Stand(score > 0, score)

    def line(self, entry: MilleEntry) -> Line:
        """Verify a turn, write it in its player's column, and move on to the next player. Return
        the line.
        """
        outcome = read_turn(self.rules, self.stand, self.carry, self.seat, entry)
        completed = completed_entry(self.seat, entry, outcome)
        before = tuple(self.scores)
        notes = _score_turn(self, outcome)
        totals = tuple(self.scores)
        deltas = tuple(after - was for after, was in zip(totals, before, strict=True))
        return Line(deltas, totals, tuple(notes), completed)

    def sheet(self) -> Scoresheet:
        """Return the sheet: the turns so far, the columns, and what the next player may do."""
        state = {"players": [column.as_state() for column in self.columns]}
        expected = _next(self) if self.result is None else None
        return Scoresheet(tuple(self.lines), tuple(self.scores), state, expected, self.result)


# --- One turn --------------------------------------------------------------------------------


def _score_turn(race: Race, outcome: TurnEnd) -> list[Note]:
    """Write a verified turn on the sheet and move on to the next player. Return the line's
    notes.
    """
    notes = _throw_notes(race, outcome)
    if outcome.kind == "instant_win":
        notes.append(Note("instant_win", race.seat, 0, {"dice": race.rules.dice}))
        race.result = _won(race, "instant_win", race.seat)
        return notes
    notes += _stopped(race, outcome) if outcome.kind == "stop" else _busted(race, outcome)
    race.carry = _left_over(race, outcome)
    race.seat = (race.seat + 1) % len(race.columns)
    if race.result is None and race.leader is not None and race.ends_at == race.seat:
        race.result = _won(race, "last_round", race.leader)
    return notes


def _left_over(race: Race, outcome: TurnEnd) -> Carry | None:
    """Return what the next player may take over; None if no dice are left.

    « Le joueur suivant peut continuer à jouer et dit « Je reprends ! » ».
    """
    if not race.rules.carry_over or outcome.kind != "stop" or outcome.left == 0:
        return None
    return Carry(outcome.points, outcome.left)


def _throw_notes(race: Race, outcome: TurnEnd) -> list[Note]:
    """Return one note for each recorded throw: the dice thrown, kept and counted."""
    return [_throw_note(race.seat, scored) for scored in outcome.throws]


def _throw_note(side: int, scored: Scored) -> Note:
    params: dict[str, Any] = {"throw": scored.number, "thrown": _dice(scored.dice)}
    if scored.reading is None:
        return Note("throw_lost", side, 0, params)
    kept_dice = scored.kept_dice
    params |= {"kept": _dice(kept_dice), "count": len(kept_dice), "added": scored.added}
    if scored.jokers:
        return Note("throw_jokers", side, 0, params | {"waiting": _dice(scored.jokers)})
    return Note("throw_kept", side, 0, params)


@lru_cache(maxsize=1024)
def _dice(dice: Dice) -> str:
    return "-".join(str(die) for die in dice)


def _stopped(race: Race, outcome: TurnEnd) -> list[Note]:
    """Write a new palier and strike the players on the same score; return the notes.

    « On ajoute le score obtenu à son score total ».
    """
    rules, seat, column = race.rules, race.seat, race.columns[race.seat]
    entering = column.top is None
    score = race.scores[seat] = column.write(outcome.points)
    code = "entered" if entering else "palier"
    notes = [Note(code, seat, outcome.points, {"points": outcome.points, "score": score})]
    if rules.petit_palier and outcome.points == 100:
        notes.append(Note("petit_palier", seat))
    if outcome.carried:
        notes.append(Note("ruissellement", seat))
    if rules.collision:
        notes += _collisions(race)
    return notes + _reached(race)


def _collisions(race: Race) -> list[Note]:
    rules = race.rules
    falls = collide(
        race.columns, race.seat, chain=rules.chain_collision, restart=rules.coches_consecutive
    )
    for fall in falls:
        race.scores[fall.side] = fall.back
    return [_fall_note(fall) for fall in falls]


def _fall_note(fall: StruckPalier) -> Note:
    code = "chain_collision" if fall.chained else "collision"
    if not fall.back:
        code += "_out"
    params = {"score": fall.score, "back": fall.back, "seat": fall.by}
    return Note(code, fall.side, fall.back - fall.score, params)


def _reached(race: Race) -> list[Note]:
    """End the match, or begin the last round, if the player has reached the target. Return the
    notes.

    « Le premier joueur à atteindre exactement les 10000 est déclaré vainqueur. » Variant: « il faut
    finir le tour. Si dans le dernier tour un joueur fait lui aussi 10000, il biffe alors le premier
    joueur […]. On repart alors pour le dernier tour. »
    """
    rules, seat, score = race.rules, race.seat, race.scores[race.seat]
    if score < rules.target:
        return []
    notes = [Note("target_reached", seat, 0, {"target": rules.target, "score": score})]
    # With `finish_round`, the first player who reaches the target only lets the current round
    # finish. If a second player reaches it during the last round, every other player has one more
    # turn.
    finishing = rules.last_round == "finish_round" and race.leader is None
    if rules.last_round == "off" or (finishing and seat == len(race.columns) - 1):
        race.result = _won(race, "target", seat)
        return notes
    race.leader, race.ends_at = seat, 0 if finishing else seat
    return [*notes, Note("finish_round" if finishing else "last_round", seat)]


def _busted(race: Race, outcome: TurnEnd) -> list[Note]:
    """Give the player a coche for a lost turn, and return the notes.

    « Si lors d'un lancer le joueur n'obtient aucun point, il perd la main et une "coche". »
    """
    rules, seat = race.rules, race.seat
    notes = []
    if outcome.kind == "overshoot":
        room = rules.target - race.scores[seat]
        notes.append(Note("overshoot", seat, 0, {"points": outcome.points, "room": room}))
    if outcome.off_table and outcome.lost:
        notes.append(Note("off_table_lost", seat, 0, {"points": outcome.lost}))
    elif outcome.off_table:
        notes.append(Note("off_table", seat))
    if outcome.carried:
        notes.append(Note("roussellement", seat))
    return [*notes, *_coche(race)]


def _coche(race: Race) -> list[Note]:
    """Mark a coche, and strike the palier if it is the last one allowed. Return the notes.

    « A la troisième coche, le palier est biffé et le joueur retourne au palier précédent. »
    """
    rules, seat, column = race.rules, race.seat, race.columns[race.seat]
    palier = column.top
    if palier is None:
        return [Note("bust_before_entry", seat)]
    palier.coches += 1
    params = {"coches": palier.coches, "most": rules.coches_to_strike, "score": palier.score}
    if palier.coches < rules.coches_to_strike:
        return [Note("coche", seat, 0, params)]
    back = race.scores[seat] = column.strike(restart=rules.coches_consecutive)
    code = "struck" if back else "struck_out"
    return [Note(code, seat, back - palier.score, params | {"back": back})]


# --- The result and the next turn -----------------------------------------------------------


def _won(race: Race, ended_by: str, winner: int) -> Result:
    """Return the result. The winner ranks first whatever the scores; the other players rank by
    score.

    Equal scores share a rank.
    """
    others = [(-score, side) for side, score in enumerate(race.scores) if side != winner]
    ranking = [RankedSide(winner, 1, race.scores[winner])]
    for score, side in sorted(others):
        rank = 2 + sum(better < score for better, _other in others)
        ranking.append(RankedSide(side, rank, -score))
    return Result((winner,), ended_by, tuple(ranking))


def _next(race: Race) -> dict[str, Any]:
    """Return the next turn: whose it is, what may be taken over, the lowest points to stop on."""
    stand, carry = race.stand, race.carry
    return {
        "seat": race.seat,
        "entered": stand.entered,
        "may_carry": None if carry is None else {"points": carry.points, "dice": carry.dice},
        "minimum": lowest_stop(race.rules, entered=stand.entered),
        "to_target": race.rules.target - stand.score,
    }
