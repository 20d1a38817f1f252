"""The reported result of a table. The same type is used from the form to the database and back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.draws.field import Result, Score


@dataclass(frozen=True, slots=True)
class ReportedResult:
    """The result of a table: a score for each side, or the entrants who forfeit.

    `match` is the match from which the scores were taken. `counted` is set if a correction is
    frozen: it is the result that the standings still use. `boards` is the number of boards in
    the result of a duplicate. The results of the boards are stored with the table.
    `automatic`: nobody reported the result. It is the forfeit of an entrant who has left, and goes
    if they return.
    """

    scores: tuple[Score, ...] = ()
    forfeit: tuple[int, ...] = ()
    match: str | None = None
    counted: "ReportedResult | None" = None
    boards: int = 0
    automatic: bool = False

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "ReportedResult":
        """Return the result described by JSON, which was posted or stored in an event or a
        table.
        """
        scores, forfeit, counted = data.get("scores"), data.get("forfeit"), data.get("counted")
        return cls(
            tuple(scores) if scores else (),
            tuple(sorted(forfeit)) if forfeit else (),
            data.get("match"),
            None if counted is None else cls.from_json(counted),
            data.get("boards") or 0,
            data.get("automatic") is True,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON, as events and tables store it."""
        data: dict[str, Any] = {
            "scores": list(self.scores),
            "forfeit": list(self.forfeit),
            "match": self.match,
        }
        if self.counted is not None:
            data["counted"] = self.counted.to_json()
        if self.boards:
            data["boards"] = self.boards
        if self.automatic:
            data["automatic"] = True
        return data

    @property
    def empty(self) -> bool:
        """Whether the result has no scores, no forfeit, no boards and no match."""
        return not (self.scores or self.forfeit or self.boards) and self.match is None

    @property
    def frozen(self) -> bool:
        """Whether the result is only a record, because an earlier one still counts in the
        standings.
        """
        return self.counted is not None

    def result(self) -> Result:
        """Return the result that draws and standings use."""
        return (self.counted or self).own()

    def own(self) -> Result:
        """Return the result as it was reported, even if it does not count."""
        return Result(self.scores, frozenset(self.forfeit))

    def agrees(self, other: "ReportedResult") -> bool:
        """Return whether another result has the same scores and forfeits."""
        return (self.scores, self.forfeit) == (other.scores, other.forfeit)
