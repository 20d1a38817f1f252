"""The site's own cookies: HttpOnly, for this site only, over https in a deployment.

In a deployment their names begin with `__Host-`, so that another host of the same domain can't
set them.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def name_of(jar: str) -> str:
    """Return the full name of a cookie, with the site's prefix."""
    return f"{settings.COOKIE_PREFIX}{jar}"


def read(request: HttpRequest, jar: str) -> str:
    """Return the value of a cookie, or an empty string if the browser has sent none."""
    return str(request.COOKIES.get(name_of(jar), ""))


def keep(response: HttpResponseBase, jar: str, value: str, *, age: int) -> None:
    """Set a cookie that the browser stores for `age` seconds."""
    response.set_cookie(
        name_of(jar),
        value,
        max_age=age,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
