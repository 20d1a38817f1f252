"""Where « C'est noté » waits for the next page: in a cookie of the site's kind, or the session."""

from typing import Any

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage

from clubs.cookies import name_of


class CookieNotices(CookieStorage):
    """Django's cookie, under the name that a deployment gives its cookies."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cookie_name = name_of("messages")


class Notices(FallbackStorage):
    """The cookie first; what is too long for it is kept in the session."""

    storage_classes = (CookieNotices, SessionStorage)
