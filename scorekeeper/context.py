"""Context for every template."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from clubs.callers import mark_of
from core.addresses import absolute
from scorekeeper.pages.offline import static_version


def site(request: HttpRequest) -> dict[str, object]:
    """Return the values that every template can use."""
    return {
        "site_name": settings.SITE_NAME,
        "open_tables": settings.OPEN_TABLES,
        "here": _here(request),
        "offline": settings.OFFLINE,
        "static_version": static_version,
        "account_mark": lambda: mark_of(getattr(request, "user", None)),
    }


def _here(request: HttpRequest) -> str:
    """Return the address to return to, after the language was changed.

    It is that of this page or, if this page answers a form, that of the form's page.
    """
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    form = urlsplit(request.headers.get("Referer", ""))
    own = urlsplit(absolute(request, "/")).netloc
    return form.path if form.path and form.netloc == own else "/"
