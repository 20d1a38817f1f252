"""Names a browser in two words, from its `User-Agent` header. Nothing else of it is stored."""

import re

from django.utils.translation import gettext_lazy as _

# The first match counts, because many browsers also name the browsers that they imitate.
BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("iPhone", r"iPhone|iPod"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("ChromeOS", r"CrOS"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh|Mac OS X"),
    ("Linux", r"Linux|X11"),
)
UNKNOWN = _("navigateur inconnu")


def named(user_agent: str) -> str:
    """Return the browser and its system as « Firefox, Android ». Unknown ones are left out."""
    names = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(name for name in names if name)


def _first(known: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for name, sign in known if re.search(sign, user_agent)), "")
