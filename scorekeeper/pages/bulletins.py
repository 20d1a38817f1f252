"""Pages of bulletins: the list, a bulletin, the form in which an officer changes it, the feed."""

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import time_format
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bulletin import queries
from bulletin.evenings import days_played
from bulletin.models import TEXT_MAX, TITLE_MAX
from bulletin.queries import BulletinTold
from bulletin.refusals import SENTENCES
from bulletin.services import BulletinAsked, remake_bulletin, write_bulletin
from clubs.callers import Caller
from clubs.double_taps import one_tap
from clubs.links.reach import reach_sentence
from clubs.models import Club
from clubs.permissions import club_rights
from clubs.queries import find_club
from core.addresses import shareable
from core.dates import write_date
from core.errors import Refused, Stale
from core.shapes import number_of, put_on
from games.callers import page_caller
from scorekeeper.pages.link_previews import bulletin_preview
from scorekeeper.pages.people import club_for, page_of, people_page
from tournaments.calendar.queries import Announced, announced

PAGE_SIZE = 20
# The numbers of bulletins and of tournaments in the feed, and the number of days that officers are
# offered to write about.
IN_FEED = 20
TO_COME = 10
OFFERED = 6
# Characters that XML can't contain.
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@require_safe
@never_cache
@people_page
def bulletins_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the bulletins of a club, newest first. Officers also see days to write about."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    may_write = queries.may_write(club, caller)
    page = page_of(request, queries.readable(club, caller), PAGE_SIZE)
    context: dict[str, Any] = {
        "club": club,
        "rights": club_rights(club, caller),
        "page": page,
        "bulletins": queries.told_of(page.object_list, club),
        "may_write": may_write,
        "days": _days(club) if may_write else (),
        "feed": shareable(request, reverse("clubs:bulletins-feed", args=[club.slug])),
    }
    return render(request, "bulletins/list.html", context)


def _days(club: Club) -> list[dt.date]:
    """Return those of the last `OFFERED` days with results that have no bulletin yet."""
    days = days_played(club, OFFERED)
    with_bulletin = set(club.bulletins.filter(day__in=days).values_list("day", flat=True))
    return [day for day in days if day not in with_bulletin]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def bulletin_page(request: HttpRequest, slug: str, day: str) -> HttpResponseBase:
    """Show a bulletin; publish it, withdraw it, or make it again from the results."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    on = queries.day_of(day)
    if request.method == "POST":
        club_for(request, slug, "run_tournaments")
        return _done(request, club, on, caller)
    bulletin = queries.find(club, on, caller)
    context = {
        "club": club,
        "bulletin": bulletin,
        "may_write": queries.may_write(club, caller),
        "changed": queries.changed_since(bulletin, club),
        "long": len(bulletin.body) > TEXT_MAX // 2,
        "link_preview": bulletin_preview(bulletin, club),
    }
    return render(request, "bulletins/bulletin.html", context)


def _done(request: HttpRequest, club: Club, day: dt.date, caller: Caller) -> HttpResponseBase:
    """Execute the posted action, unless the bulletin changed after the caller read it."""
    after = number_of(request.POST.get("after", ""))
    action = request.POST.get("do")
    try:
        if action == "remake":
            remake_bulletin(club=club, day=day, caller=caller, after=after)
            messages.success(request, _("Le bulletin est refait d'après les résultats."))
        elif action in ("publish", "withdraw"):
            changes = BulletinAsked(published=action == "publish")
            write_bulletin(club=club, day=day, changes=changes, caller=caller, after=after)
            sentence = (
                _("Le bulletin est publié.") if changes.published else _("Il n'est plus publié.")
            )
            messages.success(request, sentence)
    except Stale as refusal:
        messages.error(request, refusal.sentence)
    return redirect("clubs:bulletin", club.slug, day.isoformat())


# An empty field is refused with the service's sentence.
REFUSED: dict[str, Any] = {"required": SENTENCES["bulletin_blank"]}


class BulletinForm(forms.Form):
    """The form in which an officer changes the text of a bulletin."""

    title = forms.CharField(
        label=gettext_lazy("Titre"), max_length=TITLE_MAX, error_messages=REFUSED
    )
    text = forms.CharField(
        label=gettext_lazy("Texte"),
        max_length=TEXT_MAX,
        error_messages=REFUSED,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text=gettext_lazy("Une ligne vide sépare deux paragraphes."),
    )
    riddle = forms.BooleanField(label=gettext_lazy("Avec l'énigme"), required=False)
    after = forms.IntegerField(widget=forms.HiddenInput, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def bulletin_edit(request: HttpRequest, slug: str, day: str) -> HttpResponseBase:
    """Change the text of a bulletin, in the language in which the officer reads the site."""
    club, caller = club_for(request, slug, "run_tournaments")
    on = queries.day_of(day)
    bulletin, now = queries.find(club, on, caller), None
    initial = {"title": bulletin.title, "text": bulletin.body, "riddle": bool(bulletin.question)}
    form = BulletinForm(request.POST or None, initial={**initial, "after": bulletin.version})
    if not bulletin.question:
        del form.fields["riddle"]
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        changes = BulletinAsked(values["title"], values["text"], values.get("riddle"))
        try:
            with override(bulletin.language):
                write_bulletin(
                    club=club, day=on, changes=changes, caller=caller, after=values["after"]
                )
        except Refused as refusal:
            put_on(form, refusal)
        except Stale as refusal:
            form.add_error(None, refusal.sentence)
            now = queries.find(club, on, caller)
            # The form now shows the version that was stored meanwhile, so that the next POST may
            # replace it.
            form.data = {**request.POST.dict(), "after": now.version}
        else:
            messages.success(request, _("Le bulletin est gardé."))
            return redirect("clubs:bulletin", club.slug, day)
    context = {"club": club, "bulletin": bulletin, "form": form, "now": now}
    return render(request, "bulletins/edit.html", context, status=400 if form.errors else 200)


class ClubFeed(Atom1Feed):
    """An Atom feed. Without entries its date is that of the club, not the present time."""

    def latest_post_date(self) -> dt.datetime:
        """Return when the feed last changed."""
        changed: dt.datetime = super().latest_post_date() if self.items else self.feed["begun"]
        return changed


@require_safe
def bulletins_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer the tournaments to come and the published bulletins of a public club, as an Atom feed.

    It is in the club's language, because programs read it.
    """
    club = Club.objects.filter(slug=slug, public=True).first()
    if club is None:
        raise Http404
    rows = list(queries.published(club)[:IN_FEED])
    with override(club.language):
        bulletins = queries.told_of(rows, club)
        page = shareable(request, reverse("clubs:bulletins", args=[club.slug]))
        feed = ClubFeed(
            title=_xml(_("%(club)s, le bulletin") % {"club": club.name}),
            link=page,
            subtitle=reach_sentence(page) or None,
            description="",
            language=club.language,
            author_name=_xml(club.name),
            feed_url=shareable(request, reverse("clubs:bulletins-feed", args=[club.slug])),
            feed_guid=page,
            begun=club.created_at,
        )
        for tournament in announced(club, Caller(), TO_COME):
            _announce(feed, tournament, request)
        for bulletin in bulletins:
            _entry(feed, bulletin, club, request)
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def _announce(feed: Atom1Feed, tournament: Announced, request: HttpRequest) -> None:
    """Add a tournament with what people are told before they come: text, price, contact."""
    day = write_date(tournament.date, "l j F Y")
    hour = time_format(tournament.start, "TIME_FORMAT") if tournament.start else ""
    when = " · ".join(filter(None, (day, hour, tournament.place)))
    path = reverse("tournaments:tournament", args=[tournament.id])
    feed.add_item(
        title=_xml(tournament.title),
        link=shareable(request, path),
        description=_paragraphs([when, *tournament.note.split("\n")]),
        unique_id=f"urn:uuid:{uuid5(NAMESPACE_URL, path)}",
        pubdate=tournament.made_at,
        updateddate=tournament.changed_at,
    )


def _paragraphs(texts: Iterable[str]) -> str:
    return format_html_join("\n", "<p>{}</p>", ((_xml(text),) for text in texts if text.strip()))


def _entry(feed: Atom1Feed, bulletin: BulletinTold, club: Club, request: HttpRequest) -> None:
    if bulletin.stored is None:
        return
    address = reverse("clubs:bulletin", args=[club.slug, bulletin.day.isoformat()])
    feed.add_item(
        title=_xml(bulletin.title),
        link=shareable(request, address),
        description=_paragraphs(bulletin.paragraphs),
        unique_id=f"urn:uuid:{bulletin.stored.uid}",
        pubdate=bulletin.stored.published_at,
        updateddate=bulletin.stored.updated_at,
    )


def _xml(text: str) -> str:
    return NOT_XML.sub("", text)
