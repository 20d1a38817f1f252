"""The data of links, as pages and the API show them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubs.callers import Caller
from clubs.first_answers import WriteKey
from clubs.links import subjects
from clubs.links.models import CapabilityLink
from clubs.links.services import Made
from clubs.links.tokens import new_token
from clubs.wording import account_names_told
from core.addresses import REACHES, only_here, reach_of, shareable
from core.answers import OneOf, answer_from


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link in a list of links: its subject, its maker and its state."""

    link: CapabilityLink
    title: str
    maker: str
    state: str
    state_label: str


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link that was just made, with its address, which can't be shown again later."""

    link: CapabilityLink
    url: str
    qr: SafeString


def listed(rows: Iterable[CapabilityLink], caller: Caller) -> list[LinkView]:
    """Return links as a list shows them, with the live links first."""
    links = list(rows)
    makers = account_names_told((link.made_by for link in links), caller)
    names = subjects.titles(links)
    words = {"live": _("sert"), "expired": _("passé"), "revoked": _("retiré")}
    views = [
        LinkView(
            link=link,
            title=names.get((link.subject_kind, link.subject_id), ""),
            maker=makers[link.made_by_id] or _("la table"),
            state=link.state,
            state_label=words[link.state],
        )
        for link in links
    ]
    return sorted(views, key=lambda view: view.state != "live")


def address(request: HttpRequest, token: str) -> str:
    """Return the complete address of a link that was just made."""
    return shareable(request, reverse("open-link", args=[token]))


def new_link(request: HttpRequest, made: Made) -> NewLink:
    """Return a link that was just made, in the form that its page shows."""
    url = address(request, made.token)
    return NewLink(made.link, url, qr(url))


def qr(text: str, *, mask: int | None = None) -> SafeString:
    """Return a QR code as inline SVG, whose colours come from the style sheet.

    It is empty for an address that no phone can open. Without a `mask`, all eight masks are
    tried and the best is taken. That takes five times longer, so a page with many codes passes a
    mask.
    """
    if only_here(text):
        return SafeString()
    drawing = segno.make(text, error="m", mask=mask).svg_inline(
        scale=1, border=4, omitsize=True, svgclass="qr", lineclass="qr__line"
    )
    # The SVG is safe, because segno draws squares from the text's bits and never writes the text
    # itself.
    return mark_safe(drawing)  # noqa: S308


class SubjectAnswer(TypedDict):
    """The subject of a link."""

    kind: str
    id: str
    name: str


class LinkAnswer(TypedDict):
    """A link: its kind, its subject, its maker and its end. Its token is not shown again."""

    id: int
    kind: Annotated[str, OneOf(CapabilityLink.Kind.choices)]
    subject: SubjectAnswer
    made_by: int | None
    made_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    state: Annotated[str, OneOf(("live", "expired", "revoked"))]


class MadeAnswer(LinkAnswer):
    """A link just made. No other answer has its token and its address."""

    token: Annotated[str, "To be sent as `X-Match-Token`."]
    url: Annotated[str, "Opens it in a browser."]
    reach: Annotated[str, OneOf(REACHES), "From where `url` can be opened."]


def body(link: CapabilityLink, title: str) -> LinkAnswer:
    """Return the data of a link for the API. They never contain its token."""
    subject = SubjectAnswer(kind=link.subject_kind, id=link.subject_id, name=title)
    return answer_from(LinkAnswer, link, subject=subject, made_by=link.made_by_id)


def bodies(rows: Iterable[CapabilityLink]) -> list[LinkAnswer]:
    """Return the data of links for the API, newest first."""
    links = list(rows)
    names = subjects.titles(links)
    return [body(link, names.get((link.subject_kind, link.subject_id), "")) for link in links]


def made_body(request: Any, made: Made) -> MadeAnswer:
    """Return a new link's answer, with the token and address that no other answer has."""
    (link,) = bodies([made.link])
    url = address(request, made.token)
    return {**link, "token": made.token, "url": url, "reach": reach_of(url)}


# The fields of `made_body` that are never stored.
SECRET = ("token", "url")


def new_link_again(request: Any, key: WriteKey, body: Mapping[str, Any]) -> dict[str, str]:
    """Return the token and address of a link again, when its maker repeats the write."""
    token = new_token(key)
    return {"token": token, "url": address(request, token)}
