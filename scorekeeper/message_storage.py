"""Storage of messages such as « C'est noté » for the next page: a cookie, or the session."""

from typing import Any

from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage

from core.cookies import name_of


class CookieMessages(CookieStorage):
    """Django's storage in a cookie, whose name has the prefix of the deployment's cookies."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cookie_name = name_of("messages")


class MessageStorage(FallbackStorage):
    """Stores messages in the cookie or, if they are too long for it, in the session."""

    storage_classes = (CookieMessages, SessionStorage)
