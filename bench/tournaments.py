"""The cost of a visitor's requests to a tournament of 2000 entrants.

The requests are for pages, API answers, files and printed pages. Before each of them, nothing of
the tournament is cached. A challenge that counts the ordinary matches of a season is measured in
the same way.
"""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from bench.filling import IN_CLUB, fill
from bench.pairing import played_round
from bench.report import core_ms, report_cost
from clubs.models import Club
from core.names import name_key
from games.registry.installed import game_of
from tournaments import storage
from tournaments.draws.field import Result, Table
from tournaments.formats.installed import FORMATS, format_of
from tournaments.formats.ladder.draw import refuse_draw
from tournaments.models import Challenge, LogEntry, Tournament
from tournaments.state.options import DEFAULT_TIE_BREAKS
from tournaments.state.reported_result import ReportedResult
from tournaments.state.tournament import Enrolled, Round, Seated, TournamentState

# The formats that draw rounds. The ladder is not among them, because people choose their
# opponents there.
DRAWN = [slug for slug, format_ in FORMATS.items() if format_.draw is not refuse_draw]
COUNT = 2000
# The limit for any read, in milliseconds of a core.
USUAL = 300.0
RUNS = 3
# A season of ordinary matches: forty an evening, on two evenings a week.
SEASON_MATCHES, SEASON_DAYS = 4000, 100
SEASON_PATHS = (
    *("/tournois/challenges/{}/", "/tournois/challenges/{}/imprimer/"),
    "/tournois/challenges/{}/tableur/",
    *("/integrer/fr/challenges/{}/", "/api/v1/challenges/{}/"),
)
PAGES = (
    *("", "inscrits/", "classement/", "poules/", "tableau/", "mur/", "mur/?vue=90"),
    *("journal/", "fichiers/"),
    *("rondes/1/", "rondes/1/tables/1/", "imprimer/ronde/", "imprimer/appel/", "imprimer/poules/"),
    *("imprimer/tableau/", "imprimer/classement/", "imprimer/diplomes/", "fichiers/json/"),
    *("fichiers/csv/", "fichiers/inscrits/", "fichiers/trf/"),
)
CALLS = (
    *("", "entrants/", "rounds/", "rounds/1/", "standings/", "bracket/", "movement/", "log/"),
    *("export/", "export/?format=csv", "export/?format=trf"),
)


def measure_tournaments() -> bool:
    """Print the cost of the requests; return whether one is over its limit."""
    over = False
    club = Club.objects.create(name="Banc", slug="bench-tournaments")
    client = Client(headers={"host": "localhost"})
    for slug in DRAWN:
        for rounds in (0, 1, 8) if slug == "swiss" else (1,):
            tournament = large(club, slug, rounds)
            name = f"{slug}, {rounds} ronde{'s' * (rounds > 1)}"
            over |= _requests(client, tournament, name)
    return over | _season(client)


def _season(client: Client) -> bool:
    """Measure a challenge that counts every ordinary match of a club in a long season.

    Return whether one of its pages is over the limit.
    """
    fill(game_of("dix"), SEASON_MATCHES, IN_CLUB, SEASON_DAYS)
    club = Club.objects.get(slug="grand-0")  # the club that `fill` made
    club.public = club.embeddable = True
    club.save()
    today = timezone.localdate()
    challenge = Challenge.objects.create(
        club=club,
        name="Saison",
        first=today - timedelta(days=SEASON_DAYS),
        last=today,
        nights=True,
    )
    over = False
    for path in SEASON_PATHS:
        path = path.format(challenge.pk)
        client.get(path)
        took, status, size = min(_request_cost(client, path) for _ in range(RUNS))
        if status != 200:
            raise SystemExit(f"{path}: {status}")
        shown_path = path.replace(challenge.pk, "…")
        name = f"saison de {SEASON_MATCHES} matchs : {shown_path} ({size // 1024} ko)"
        over |= report_cost(name, took, USUAL)
    return over


def _requests(client: Client, tournament: Tournament, name: str) -> bool:
    over = False
    paths = [f"/tournois/{tournament.pk}/{page}" for page in PAGES]
    paths += [f"/api/v1/tournaments/{tournament.pk}/{call}" for call in CALLS]
    for path in paths:
        client.get(path)  # loads the templates, which a process reads once
        took, status, size = min(_request_cost(client, path) for _ in range(RUNS))
        if status == 404:
            continue
        short = path.replace(tournament.pk, "…").replace("/api/v1/tournaments", "api")
        label = f"{name} : {short} ({status}, {size // 1024} ko)"
        over |= report_cost(label, took, USUAL)
    return over


def _request_cost(client: Client, path: str) -> tuple[float, int, int]:
    """Return the cost of a request without caches, the status of the answer, and its size.

    The cost is in milliseconds of a core, the size in bytes.
    """
    caches["fragments"].clear()
    answers: list[Any] = []
    took = core_ms(lambda: answers.append(client.get(path)))
    return took, answers[0].status_code, len(answers[0].content)


# --- A large tournament, as its writes would leave it --------------------------------------------


def large(club: Club, slug: str, rounds: int) -> Tournament:
    """Store a large tournament, with past rounds and the log of their results."""
    random = Random(7)
    tournament = Tournament.objects.create(
        club=club,
        name=f"{slug} {rounds}",
        game="dix",
        preset="classic",
        format=slug,
        tie_breaks=list(DEFAULT_TIE_BREAKS),
        state="running" if rounds else "registration",
        seed="bench",
    )
    empty = storage.load(tournament)
    entrants = tuple(_enrolled(number) for number in range(1, COUNT + 1))
    folded = TournamentState(
        format=slug,
        options=empty.options,
        tie_breaks=empty.tie_breaks,
        seed="bench",
        state=tournament.state,  # type: ignore[arg-type]
        entrants=entrants,
        order=tuple(random.sample(range(1, COUNT + 1), COUNT)) if rounds else (),
        last_number=COUNT,
    )
    for number in range(1, rounds + 1):
        folded = _with_round(folded, number, random)
    storage.save(tournament, empty, folded)
    entries = list(_log(tournament, folded))
    LogEntry.objects.bulk_create(entries, batch_size=500)
    tournament.version = len(entries)
    tournament.save()
    return tournament


def _enrolled(number: int) -> Enrolled:
    name = f"Prénom{number} Nomdefamille{number % 97}"
    mate = f"Autre{number} Nomplusoumoinslong{number % 89}"
    whole = f"{name} & {mate}"
    members = ((None, name), (None, mate))
    return Enrolled(number, whole, key=name_key(whole), members=members, named=True)


def _with_round(folded: TournamentState, number: int, random: Random) -> TournamentState:
    if folded.format == "swiss":
        tables = played_round(random.sample(range(1, COUNT + 1), COUNT), random)
    else:
        drawn = format_of(folded.format).draw(folded.field()).tables
        tables = tuple(
            table
            if table.bye
            else Table(table.number, table.sides, _result(table, random), table.slot, table.why)
            for table in drawn
        )
    seated = tuple(
        Seated(
            Table(table.number, table.sides, None, table.slot, table.why),
            "confirmed",
            ReportedResult(table.result.scores) if table.result else None,
        )
        for table in tables
    )
    drawn_round = Round(number, "bench", seated, "closed")
    return TournamentState(
        **{
            name: getattr(folded, name)
            for name in ("format", "options", "tie_breaks", "seed", "check_in", "state")
        },
        entrants=folded.entrants,
        order=folded.order,
        last_number=folded.last_number,
        rounds=(*folded.rounds, drawn_round),
    )


def _result(table: Table, random: Random) -> Result:
    scores = list(range(500, 500 - 40 * len(table.sides), -40))
    random.shuffle(scores)
    return Result(tuple(scores))


def _log(tournament: Tournament, folded: TournamentState) -> Iterator[LogEntry]:
    events: list[tuple[str, dict[str, Any]]] = [("opened", storage.setting(tournament))]
    entrants = [
        {"name": entrant.name, "key": entrant.key, "players": list(entrant.players), "named": True}
        | {"members": [list(member) for member in entrant.members]}
        for entrant in folded.entrants
    ]
    events.append(("entered", {"entrants": entrants}))
    for drawn in folded.rounds:
        events.append(("drawn", {"seed": None}))
        events.append(("published", {"round": drawn.number}))
        for seated in drawn.tables:
            if seated.reported is not None:
                scores = list(seated.reported.scores)
                at = {"round": drawn.number, "table": seated.number}
                events.append(("reported", {**at, "scores": scores, "forfeit": [], "side": None}))
        events.append(("closed", {"round": drawn.number}))
    for version, (kind, data) in enumerate(events, start=1):
        yield LogEntry(
            tournament=tournament,
            club_id=tournament.club_id,
            version=version,
            kind=kind,
            data=data,
        )
