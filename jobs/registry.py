"""The registered kinds of work, each with its function, its title and the page of its result.

Due works are registered here too. Nobody starts a due work: the worker calls it when something is
due (`jobs.due`), and it does all that is due.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from jobs.models import Job
    from jobs.progress import Progress


@dataclass(frozen=True, slots=True)
class JobSubject:
    """What a job is about: the address of its page, and the text of the link to it."""

    url: str
    name: str | Promise


@dataclass(frozen=True, slots=True)
class JobRights:
    """A caller's rights over a job that serves everybody: to see it, to stop it."""

    see: bool = False
    stop: bool = False


Function = Callable[["Progress", dict[str, Any]], dict[str, Any]]
ResultPage = Callable[["Job"], str]
About = Callable[["Job"], JobSubject]
# A function that returns the rights of a caller over a job. Its second argument is the caller's
# request: Django's on a page, REST framework's in an API call.
RightsOf = Callable[["Job", Any], JobRights]


@dataclass(frozen=True, slots=True)
class Work:
    """A kind of work.

    `result_page` returns the address of the result, for a job that is done or that failed with
    details. Without it the job's own page says that the job is done. `about` returns the page
    that a job's own page leads back to.

    `rights` returns what a caller may do with a job; it is for work that serves everybody who
    may see its subject. Even the person who started such a job may stop it only if `rights` says
    so. Without `rights` only the owner may see and stop a job.

    `repeatable`: if the worker is lost during such a job, another one does it again, once. It is
    for work that writes nothing but what it computed, so that doing it twice changes nothing.

    `errors` has the sentences for the codes of `Failed` that this kind raises. If
    `keeps_payload` is set, the file that came with the job is stored until the job is deleted,
    so that a later job can use it.
    """

    kind: str
    function: Function
    title: str | Promise
    result_page: ResultPage | None = None
    errors: Mapping[str, str | Promise] = field(default_factory=dict)
    keeps_payload: bool = False
    about: About | None = None
    rights: RightsOf | None = None
    repeatable: bool = False


class Failed(Exception):
    """The exception that a work raises if it can't be done for a reason that is not a bug.

    `code` is the reason; its sentence is in `Work.errors`. `details` become the failed job's
    result, and `Work.result_page` returns the address of the page that shows them.
    """

    def __init__(self, code: str, details: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.details = details


# A function that does everything that is due now. Its argument is a function that returns
# whether to stop; the due work calls it between two steps.
DueWork = Callable[[Callable[[], bool]], None]

_works: dict[str, Work] = {}
_due_works: dict[str, DueWork] = {}
PLAIN_TITLE = _("Travail en cours")


def work(
    kind: str,
    *,
    title: str | Promise = PLAIN_TITLE,
    result_page: ResultPage | None = None,
    errors: Mapping[str, str | Promise] | None = None,
    keeps_payload: bool = False,
    about: About | None = None,
    rights: RightsOf | None = None,
    repeatable: bool = False,
) -> Callable[[Function], Function]:
    """Register the decorated function as the only work of a kind."""

    def register(function: Function) -> Function:
        if kind in _works:
            raise ValueError(f"two works are called {kind}")
        _works[kind] = Work(
            kind,
            function,
            title,
            result_page,
            errors or {},
            keeps_payload,
            about,
            rights,
            repeatable,
        )
        return function

    return register


def due_work(name: str) -> Callable[[DueWork], DueWork]:
    """Register the decorated function, which the worker calls on a separate thread when it is due.

    Whoever makes something due schedules it (`jobs.due`). The function finds what is due in tables
    of its own app, and does all of it. Several workers may call it at once. If it raises, it is
    called again.
    """

    def register(function: DueWork) -> DueWork:
        if name in _due_works:
            raise ValueError(f"two due works are called {name}")
        _due_works[name] = function
        return function

    return register


def due_works() -> Mapping[str, DueWork]:
    """Return the functions of the due works by their names."""
    return dict(_due_works)


def work_of(kind: str) -> Work:
    """Return a kind's work. Raises `LookupError` for an unregistered kind, which is a bug."""
    try:
        return _works[kind]
    except KeyError:
        raise LookupError(f"no work is called {kind}") from None


def works() -> Mapping[str, Work]:
    """Return the works by their kinds."""
    return dict(_works)


def shown_work(kind: str) -> Work:
    """Return a kind's work, also for a kind that only an older version knew.

    Such work has a plain title, and a function that raises.
    """
    return _works.get(kind) or Work(kind, _nothing, PLAIN_TITLE)


def _nothing(progress: "Progress", arguments: dict[str, Any]) -> dict[str, Any]:
    raise LookupError


def forget(kind: str) -> None:
    """Remove a kind or a due work again; for tests."""
    _works.pop(kind, None)
    _due_works.pop(kind, None)
