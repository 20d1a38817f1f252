"""The site's own cookies: HttpOnly, for this site only, over https in a deployment.

In a deployment their names begin with `__Host-`: another host of the same domain can't set them.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def name_of(jar: str) -> str:
    """Return the full name of a cookie here."""
    return f"{settings.COOKIE_PREFIX}{jar}"


def read(request: HttpRequest, jar: str) -> str:
    """Return the value that the browser keeps under that name, or an empty string."""
    return str(request.COOKIES.get(name_of(jar), ""))


def keep(response: HttpResponseBase, jar: str, value: str, *, age: int) -> None:
    """Make the browser keep a value for so many seconds."""
    response.set_cookie(
        name_of(jar),
        value,
        max_age=age,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
