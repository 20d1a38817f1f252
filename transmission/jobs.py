"""The background jobs of the transmission: imports, layouts of whole graphs, and exports."""

import uuid
from contextlib import suppress
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubs.callers import Caller
from clubs.models import Club, User
from core.errors import Refused
from games import errors
from games.registry.game import Game
from games.registry.installed import game_of
from jobs import queries as job_queries
from jobs import services as jobs
from jobs.job_owner import JobOwner
from jobs.models import UNFINISHED, Job
from jobs.progress import Progress
from jobs.registry import Failed, JobRights, JobSubject, work
from transmission import exports, queries, services, stored_files, stored_layout
from transmission.errors import Denied
from transmission.forms import clubs_to_manage
from transmission.models import Link
from transmission.queries import Seen
from transmission.services import ImportAsked, Writing

CHECK, WRITE = "transmission.check", "transmission.import"
LAYOUT, EXPORT = "transmission.layout", "transmission.export"
# The most bytes of a file, and the most links of a graph, for an import during the request. It
# then takes at most a few tenths of a second. All links of the graph have to be read, to find
# cycles.
AT_ONCE = 32 * 1024
LINKS_AT_ONCE = 10_000


def at_once(game: Game, import_asked: ImportAsked) -> bool:
    """Return whether a file is imported during the request; otherwise a job imports it."""
    links = Link.objects.filter(game=game.slug)
    return len(import_asked.content.encode()) <= AT_ONCE and links.count() <= LINKS_AT_ONCE


def start_import(
    *,
    game: Game,
    import_asked: ImportAsked,
    club: Club,
    by: JobOwner,
    client_id: uuid.UUID | None = None,
) -> Job:
    """Start a job that checks a file and, without `preview`, also writes its links.

    Raise `Refused` if the owner has too many jobs.
    """
    return jobs.start(
        kind=CHECK if import_asked.preview else WRITE,
        arguments={
            "game": game.slug,
            "format": import_asked.format,
            "club": import_asked.club,
            "create_players": import_asked.create_players,
            "client_id": str(client_id) if client_id else None,
        },
        payload=import_asked.content.encode(),
        club=club,
        by=by,
    )


def write_checked(*, job: Job, by: JobOwner) -> Job:
    """Start a job that writes the links of the file that `job` has checked.

    Raise `Refused` `job_failed` if the file is no longer stored, or `Refused` if the owner has
    too many jobs.
    """
    payload = Job.objects.filter(pk=job.pk).values_list("payload", flat=True).get()
    if payload is None:
        raise Refused("job_failed")
    return jobs.start(
        kind=WRITE, arguments=job.arguments, payload=bytes(payload), club=job.club, by=by
    )


# The most bytes of a text that the form shows again with its faults. A larger text usually comes
# from a file, which the user corrects instead.
SHOWN_AGAIN = 64 * 1024


def text_of(job: Job) -> str:
    """Return the text that a job has checked, so that it can be corrected.

    It is empty if the text is too large or no longer stored.
    """
    payload = Job.objects.filter(pk=job.pk).values_list("payload", flat=True).get()
    if payload is None or len(payload) > SHOWN_AGAIN:
        return ""
    return bytes(payload).decode()


def _import_page(job: Job) -> str:
    return f"{reverse('transmission:import', args=[job.arguments['game']])}?travail={job.pk}"


def _file_of(job: Job) -> JobSubject:
    page = reverse("transmission:import", args=[job.arguments["game"]])
    return JobSubject(page, _("Importer un fichier"))


def _graph_of(job: Job) -> JobSubject:
    page = reverse("transmission:graph", args=[job.arguments["game"]])
    return JobSubject(page, _("Le graphe"))


def _rights_by_view(job: Job, request: Any) -> JobRights:
    """Return a user's rights on the job of a layout.

    Everybody who sees the same graph may see the job. Officers of any club may see and stop it.
    """
    caller = Caller(user=request.user)
    keeps = clubs_to_manage(caller).exists()
    return JobRights(
        see=keeps or job.arguments["view"] == stored_layout.view_of(caller), stop=keeps
    )


def _caller(account: User | None) -> Caller:
    return Caller(user=account) if account is not None else Caller()


def _import(progress: Progress, arguments: dict[str, Any], *, preview: bool) -> dict[str, Any]:
    import_asked = ImportAsked(
        arguments["format"],
        (progress.payload or b"").decode(),
        arguments["club"],
        arguments["create_players"],
        preview,
    )
    named = arguments["client_id"]
    by = Writing(_caller(progress.job.owner), uuid.UUID(named) if named else None)
    game = game_of(arguments["game"])
    try:
        _imported, outcome = services.import_links(
            game=game, import_asked=import_asked, by=by, on_progress=progress.update
        )
    except Refused as refused:
        faults = [
            {"code": fault.code, "detail": refused.sentence_of(fault), "attr": fault.field}
            for fault in refused.faults
        ]
        raise Failed(refused.faults[0].code, {"errors": faults}) from None
    except (Denied, errors.Conflict) as refused:
        fault = {"code": refused.code, "detail": refused.sentence, "attr": None}
        raise Failed(refused.code, {"errors": [fault]}) from None
    return dict(outcome.body)


@work(
    CHECK,
    title=_("Vérification du fichier"),
    result_page=_import_page,
    keeps_payload=True,
    about=_file_of,
    repeatable=True,
)
def check_file(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what a file would write. The job stores the file, so that another job can write it
    later.
    """
    return _import(progress, arguments, preview=True)


@work(WRITE, title=_("Inscription du fichier"), result_page=_import_page, about=_file_of)
def write_file(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Write the links of a file: all of them or none. Return what was written."""
    return _import(progress, arguments, preview=False)


def start_layout(seen: Seen, caller: Caller, by: JobOwner) -> Job | None:
    """Return the job that lays out a whole graph. It is started if it is not running already.

    Return None if the caller has too many jobs. Then the next visitor starts it.
    """
    arguments = {
        "game": seen.game.slug,
        "view": stored_layout.view_of(caller),
        "stamp": stored_layout.state_of(seen),
    }
    try:
        return jobs.find_or_start(kind=LAYOUT, arguments=arguments, by=by)
    except Refused:
        return None


def _whole_page(job: Job) -> str:
    return reverse("transmission:whole", args=[job.arguments["game"]])


@work(
    LAYOUT,
    title=_("Dessin de tout le graphe"),
    result_page=_whole_page,
    about=_graph_of,
    rights=_rights_by_view,
    repeatable=True,
)
def lay_out(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Lay out a graph as the job's owner sees it, and store the layout. Return the number of
    people.
    """
    caller = _caller(progress.job.owner)
    seen = queries.graph_of(game_of(arguments["game"]), caller)
    plan = stored_layout.make(seen, caller, progress.update)
    return {"people": plan.people}


def start_export(game: Game, kind: str, caller: Caller, by: JobOwner) -> Job:
    """Start a job that exports a large graph and stores the file.

    Raise `Refused` if the owner has too many jobs.
    """
    arguments = {"game": game.slug, "format": kind, "view": stored_layout.view_of(caller)}
    return jobs.start(kind=EXPORT, arguments=arguments, by=by)


@work(EXPORT, title=_("Tout le graphe, en fichier"), about=_graph_of, repeatable=True)
def export(progress: Progress, arguments: dict[str, Any]) -> dict[str, Any]:
    """Export a graph as the job's owner sees it, and return the result with the file.

    If a picture needs a layout that is missing, the layout is made too.
    """
    caller, kind = _caller(progress.job.owner), arguments["format"]
    game = game_of(arguments["game"])
    progress.update(0)
    # The state is computed before the graph is read. If the graph changes in between, the file
    # is stored for the old state and is never used.
    state = stored_files.state_of(game)
    content = stored_files.read(kind, game, caller)
    if content is None:
        content = _made(kind, queries.graph_of(game, caller), caller, progress)
        stored_files.keep(kind, game, caller, state, content)
    return progress.file(*exports.named(kind, game), content)


def _made(kind: str, seen: Seen, caller: Caller, progress: Progress) -> bytes:
    try:
        return exports.content_of(kind, seen, caller)
    except stored_layout.NotReady:
        stored_layout.make(seen, caller, progress.update)
        return exports.content_of(kind, seen, caller)


def have_made(kind: str, game: Game, caller: Caller, by: JobOwner) -> None:
    """Start a job that makes a large graph's file for later callers, if no such job is running.

    If the caller has too many jobs, none is started. The caller asks again later in any case.
    """
    about = {"game": game.slug, "format": kind, "view": stored_layout.view_of(caller)}
    unfinished = Job.objects.filter(kind=EXPORT, state__in=UNFINISHED)
    if about not in unfinished.values_list("arguments", flat=True):
        with suppress(Refused):
            jobs.start(kind=EXPORT, arguments=about, by=by)


def of_import(job_id: str, game: Game, by: JobOwner) -> Job:
    """Return a finished job that checked or wrote a file for this game.

    Raise `NotFound` if the job is not such a job, or is not visible to `by`.
    """
    job = job_queries.visible(job_id, by)
    about = job.arguments.get("game")
    if job.kind not in (CHECK, WRITE) or about != game.slug or job.result is None:
        raise errors.NotFound
    return job
