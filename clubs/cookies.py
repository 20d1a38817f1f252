"""The cookies of the site's own: HttpOnly, of this site alone, over https in a deployment.

There their names begin with `__Host-`: no other host of the same domain can put one in their place.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def name_of(jar: str) -> str:
    """Return what a cookie is called here."""
    return f"{settings.COOKIE_PREFIX}{jar}"


def read(request: HttpRequest, jar: str) -> str:
    """Return what the browser keeps under that name; empty for nothing."""
    return str(request.COOKIES.get(name_of(jar), ""))


def keep(response: HttpResponseBase, jar: str, value: str, *, age: int) -> None:
    """Have the browser keep a value for so many seconds."""
    response.set_cookie(
        name_of(jar),
        value,
        max_age=age,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
