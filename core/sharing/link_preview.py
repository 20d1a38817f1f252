"""What a messenger shows of a shared address: a title, a description and a picture."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

# The parameter of a picture's address for the language of its words. A messenger fetches the
# picture without the language of whoever shares the page.
LANGUAGE = "langue"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a page.

    `page` and `picture` are paths on this site. The preview is only given if the page is `public`:
    everybody may read it by its address. `kind` is OpenGraph's type. With a new `version` the
    picture has a new address, because messengers keep pictures.
    """

    title: str
    description: str
    page: str
    picture: str
    public: bool
    kind: str = "website"
    version: int = 0

    @property
    def picture_address(self) -> str:
        """The path of the picture in the reader's language."""
        query = {LANGUAGE: get_language() or ""}
        if self.version:
            query["v"] = str(self.version)
        return f"{self.picture}?{urlencode(query)}"


def language_of(request: HttpRequest) -> str | None:
    """Return the language of a picture: that of its address, otherwise the reader's."""
    given = request.GET.get(LANGUAGE, "")
    return given if given in dict(settings.LANGUAGES) else get_language()


def in_one_line(*parts: str) -> str:
    """Return sentences and other parts of a description as one text, without the empty ones."""
    return " ".join(" ".join(part.split()) for part in parts if part.strip())
