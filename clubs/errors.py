"""What the people's services refuse."""

from clubs.models import Player


class NotAllowed(Exception):
    """The caller may see the thing but not do this to it. `code` says what was refused."""

    def __init__(self, code: str = "not_allowed") -> None:
        super().__init__(code)
        self.code = code


class NameTaken(Exception):
    """The club has a player of that name already: `player`."""

    code = "name_taken"

    def __init__(self, player: Player) -> None:
        super().__init__(self.code)
        self.player = player
