"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Give the templates the site's name, and whether anyone may start a match."""
    return {"site_name": settings.SITE_NAME, "open_tables": settings.OPEN_TABLES}
