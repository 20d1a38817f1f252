"""A tournament, mostly of two pairs, which is brought by the services to the state that a test
needs.
"""

from collections.abc import Sequence

from clubs.callers import Caller
from clubs.models import Club, User
from games.registry import installed
from tournaments import links, permissions, services
from tournaments.models import Tournament
from tournaments.services import EntrantAsked, TableAddress, TournamentAsked, Writing
from tournaments.services.writing import write
from tournaments.state import events
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Seated


def arranged(
    club: Club,
    account: User,
    stage: str = "ready",
    name: str = "Tournoi",
    entered: Sequence[str] = ("Anne & Bruno", "Chloé & David"),
    format_: str = "swiss",
) -> Tournament:
    """Return a tournament that has been brought to a stage:

    - `ready`: the pairs are entered. `hooked` adds a webhook, `linked` adds a link.
    - `signing`: « Je viens » is open. `wished`: somebody has signed up.
    - `drafted`, `published`: round 1 is drawn, or published. `dealt` is a published duplicate.
    - `reported`: the first side has reported a result. `asked`: a correction waits for an answer.
    - `ladder`: a ladder. `challenged`: its second entrant has challenged the first.
    """
    by = Writing(Caller(user=account))
    game = installed.game_of("dix")
    format_ = "ladder" if stage in ("ladder", "challenged") else format_
    options: dict[str, object] = {"rounds": 2} if format_ == "swiss" else {}
    if stage == "dealt":
        format_, entered = "rotation", (*entered, "Élise & Farid", "Gaël & Hana")
        options = {"movement": "mitchell", "duplicate": "matchpoints", "deals_by": "table"}
    opening = TournamentAsked(name, club, game, game.presets[0], format=format_, options=options)
    tournament = services.make(opening=opening, by=by).tournament
    at = TableAddress(tournament.pk, 1, 1)
    pairs = [EntrantAsked(pair) for pair in entered]
    services.enter(tournament_id=tournament.pk, entrants=pairs, by=by)
    if stage == "hooked":
        url = "https://exemple.org/"
        services.add_webhook(tournament_id=tournament.pk, url=url, secret="s", by=by)
    if stage == "linked":
        links.make_link(tournament=tournament, kind="see", lasts=None, caller=by.caller)
    if stage in ("signing", "wished"):
        asked_up = services.SignUpAsked(open=True, limit=2)
        services.set_sign_up(tournament_id=tournament.pk, terms=asked_up, by=by)
    if stage == "wished":
        zoe = {"name": "Zoé Roy", "key": "zoé roy", "players": ["zoé roy"]}
        zoe["members"] = [[None, "Zoé Roy"]]
        wish = events.Event("entered", {"entrants": [zoe], "signed": True, "wish": True})
        write(tournament.pk, by, ("wished", {}), lambda _row, _state: [wish])
    if format_ == "ladder":
        services.rank(tournament_id=tournament.pk, seeds={1: 1, 2: 2}, by=by)
    if stage == "challenged":
        services.challenge(tournament_id=tournament.pk, challenger=2, challenged=1, by=by)
    if stage in ("ready", "hooked", "linked", "signing", "wished", "ladder", "challenged"):
        return tournament
    services.draw(tournament_id=tournament.pk, by=by)
    if stage == "drafted":
        return tournament
    outcome = services.publish(tournament_id=tournament.pk, number=1, by=by)
    if stage in ("published", "dealt"):
        return tournament
    seated = outcome.folded.round(1).table(1)
    token = permissions.side_token(tournament, 1, seated, 0)
    services.report(at=at, result=ReportedResult((5, 3)), by=Writing(Caller(user=account), token))
    if stage == "asked":
        question = events.Event("asked", {"round": 1, "table": 1, "scores": [3, 5]})
        write(tournament.pk, by, ("asked", {}), lambda _row, _state: [question])
    return tournament


def knockout(club: Club, account: User, names: Sequence[str], place: str = "") -> Tournament:
    """Return a knockout with these entrants, before any draw."""
    by = Writing(Caller(user=account))
    game = installed.game_of("dix")
    opening = TournamentAsked(
        names[0][:80],
        club,
        game,
        game.presets[0],
        place=place,
        format="single_elimination",
        options={"third_place": True},
    )
    tournament = services.make(opening=opening, by=by).tournament
    entrants = [EntrantAsked(name) for name in names]
    services.enter(tournament_id=tournament.pk, entrants=entrants, by=by)
    return tournament


def with_a_list(tournament: Tournament, account: User) -> None:
    """Open « Je viens » with a fee and no free place, and put somebody on the waiting list."""
    by = Writing(Caller(user=account))
    terms = services.SignUpAsked(open=True, limit=1, fee=1250)
    services.set_sign_up(tournament_id=tournament.pk, terms=terms, by=by)
    services.change_entrant(tournament_id=tournament.pk, number=1, changes={"paid": 1250}, by=by)
    services.sign_up(tournament_id=tournament.pk, name="Zoé Roy", by=Writing(Caller()))


def own_page(tournament: Tournament, number: int) -> str:
    """Return the address that is printed on an entrant's card."""
    token = permissions.entrant_token(tournament, number)
    return f"/tournois/{tournament.pk}/inscrits/{number}/{token}/"


def place_of(tournament: Tournament, table: int) -> str:
    """Return the address that is printed on a table's permanent card."""
    token = permissions.place_token(tournament, table)
    return f"/tournois/{tournament.pk}/place/{table}/{token}/"


def draft(tournament: Tournament, account: User) -> None:
    """Draw the first round of a tournament."""
    services.draw(tournament_id=tournament.pk, by=Writing(Caller(user=account)))


def publish(tournament: Tournament, account: User) -> None:
    """Publish the first round, start its timer, and report two results, one of them disputed."""
    by = Writing(Caller(user=account))
    outcome = services.publish(tournament_id=tournament.pk, number=1, by=by)
    services.timer(tournament_id=tournament.pk, action="start", minutes=45, by=by)
    for number, scores in ((1, [5, 3]), (2, [500, 320])):
        at, seated = TableAddress(tournament.pk, 1, number), outcome.folded.round(1).table(number)
        services.report(
            at=at,
            result=ReportedResult(tuple(scores)),
            by=by if number == 1 else _side(tournament, by, seated, 0),
        )
        if number == 2:
            services.report(
                at=at, result=ReportedResult((320, 500)), by=_side(tournament, by, seated, 1)
            )


def _side(tournament: Tournament, by: Writing, seated: Seated, side: int) -> Writing:
    """Return the writing of a side of a table in the first round, by the side's token."""
    return Writing(by.caller, permissions.side_token(tournament, 1, seated, side))
