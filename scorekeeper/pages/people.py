"""Functions that the pages of clubs and players share."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url

from clubs.callers import Caller
from clubs.list_words import alike_sentences
from clubs.models import Club
from clubs.queries import find_club, look_alikes
from clubs.role_table import Capability
from core.errors import Denied, NotFound, Refused
from games.callers import page_caller

View = Callable[..., HttpResponseBase]
REFUSALS = (Denied, Refused)
PAGE_SIZE = 50


def people_page(view: View) -> View:
    """Return a view that answers 404 for `NotFound`, and redirects after a refusal.

    The next page shows the sentence of the refusal. It is the club's page or, if the address has no
    club, the list of clubs.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except NotFound:
            raise Http404 from None
        except REFUSALS as refusal:
            messages.error(request, refusal.sentence)
            slug = kwargs.get("slug")
            return redirect("clubs:club", slug) if slug else redirect("clubs:list")

    return answer


def club_for(
    request: HttpRequest, slug: str, capability: Capability, code: str = "officer_needed"
) -> tuple[Club, Caller]:
    """Return the club of an address, and the caller.

    Raises `Denied` (`code`) if the caller lacks the capability there.
    """
    caller = page_caller(request)
    club = find_club(slug, caller)
    if not caller.may(capability, club):
        raise Denied(code if caller.account else "account_needed")
    return club, caller


def page_of(
    request: HttpRequest, rows: QuerySet[Any] | Sequence[Any], size: int = PAGE_SIZE
) -> Page[Any]:
    """Return the page `?page=` of a list, or the nearest one that exists."""
    return Paginator(rows, size).get_page(request.GET.get("page"))


def searched(request: HttpRequest, name: str) -> str:
    """Return what is looked for: a text of the address, without what no name has."""
    return request.GET.get(name, "").replace("\0", "")[:80]


def sign_in_address(request: HttpRequest) -> str:
    """Return the address of the sign-in page, which leads back here."""
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}"


def tell_look_alikes(request: HttpRequest, club: Club, name: str, caller: Caller) -> None:
    """Put into the next page a message with the listed people whose name resembles `name`."""
    names = [known.name for known in look_alikes(club, name, caller)]
    for sentence in alike_sentences(names):
        messages.warning(request, sentence)
