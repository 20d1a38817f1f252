"""Context for every template."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the site's name, and whether anyone may start a match."""
    return {
        "site_name": settings.SITE_NAME,
        "open_tables": settings.OPEN_TABLES,
        "here": _here(request),
    }


def _here(request: HttpRequest) -> str:
    """Return the address to come back to: for a page that answers a form, the form's own."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    form = urlsplit(request.headers.get("Referer", ""))
    return form.path if form.path and form.netloc == request.get_host() else "/"
