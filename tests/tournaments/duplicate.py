"""A duplicate evening over HTTP, whose rounds are played with random entries."""

from random import Random

from tests.tournaments.evening import Evening, evening

PAIRS = [f"Paire {letter}" for letter in "ABCDEFGHIJ"]
PEOPLE = [f"Joueur {letter}" for letter in "ABCDEFGHIJKLMNOP"]
SUITS = ("spades", "hearts", "diamonds", "clubs")


def duplicate_evening(count=8, movement="howell", by="matchpoints", deals=3, **options) -> Evening:
    """Return an evening of `count` entrants; `options` are further options of the tournament."""
    names = (PEOPLE if movement == "individual" else PAIRS)[:count]
    full_options = {"movement": movement, "duplicate": by, "deals": deals, **options}
    return evening(*names, format="rotation", options=full_options)


def made_up(random: Random) -> dict:
    """Return a plausible entry of dix."""
    return {
        "bidder": random.randrange(4),
        "bid": random.randrange(50, 100, 5),
        "trump": random.choice(SUITS),
        "taken": random.randrange(0, 105, 5),
    }


def board_of(number, table, board, what=""):
    """Return the address of a board at a table, relative to the tournament."""
    return f"rounds/{number}/tables/{table}/boards/{board}/{what}"


def play_round(night: Evening, random: Random, *, close=True):
    """Draw, publish and play a round, and close it unless `close` is False; return it as it then
    is.
    """
    drawn = night.draw()
    for table in drawn["tables"]:
        for board in table["boards"]:
            at = board_of(drawn["number"], table["number"], board["number"])
            night.do("put", at, {"entry": made_up(random)})
    if close:
        night.do("post", f"rounds/{drawn['number']}/close/", {})
    return night.do("get", f"rounds/{drawn['number']}/")
