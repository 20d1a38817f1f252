"""A duplicate evening over HTTP: rounds played with entries that a random generator makes up."""

from random import Random

from tests.tournaments.evening import Evening, evening

PAIRS = [f"Paire {letter}" for letter in "ABCDEFGHIJ"]
PEOPLE = [f"Joueur {letter}" for letter in "ABCDEFGHIJKLMNOP"]
SUITS = ("spades", "hearts", "diamonds", "clubs")


def duplicate_evening(count=8, movement="howell", by="matchpoints", deals=3, **options) -> Evening:
    """An evening of so many entrants; `options` are further ones."""
    names = (PEOPLE if movement == "individual" else PAIRS)[:count]
    told = {"movement": movement, "duplicate": by, "deals": deals, **options}
    return evening(*names, format="rotation", options=told)


def made_up(random: Random) -> dict:
    """A plausible entry of the jeu du 10."""
    return {
        "bidder": random.randrange(4),
        "bid": random.randrange(50, 100, 5),
        "trump": random.choice(SUITS),
        "taken": random.randrange(0, 105, 5),
    }


def board_of(number, table, board, what=""):
    """The address of a board at a table."""
    return f"rounds/{number}/tables/{table}/boards/{board}/{what}"


def play_round(night: Evening, random: Random, *, close=True):
    """Draw, publish and play a round; return it as it stands."""
    drawn = night.draw()
    for table in drawn["tables"]:
        for board in table["boards"]:
            at = board_of(drawn["number"], table["number"], board["number"])
            night.do("put", at, {"entry": made_up(random)})
    if close:
        night.do("post", f"rounds/{drawn['number']}/close/", {})
    return night.do("get", f"rounds/{drawn['number']}/")
