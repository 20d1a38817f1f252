"""Answers with pictures to share: each is painted once, and kept for all processes."""

import inspect
from collections.abc import Callable
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.utils.translation import override

from core.sharing import lettering, picture
from core.sharing.link_preview import language_of
from core.sharing.picture import SharedPicture
from games.kept import Kept

# Some 20 kB each. The oldest go first, and are painted again if somebody asks for them.
MOST = 1000
SOURCES = [Path(inspect.getfile(module)) for module in (picture, lettering)]
KEPT = Kept("picture", SOURCES, MOST)


def picture_response(request: HttpRequest, describe: Callable[[], SharedPicture]) -> HttpResponse:
    """Answer with the picture that `describe` returns, in the language of the picture's address.

    The key of a kept picture is all that is drawn on it. So a changed score, name or language is
    another picture, and who may see a picture is decided before by what may be described to them.
    """
    with override(language_of(request)):
        described = describe()
    key = repr(described)
    painted = KEPT.data(key)
    if painted is None:
        painted = picture.paint(described)
        KEPT.keep(key, painted)
    return HttpResponse(painted, content_type="image/png")
