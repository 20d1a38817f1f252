"""Pages of a club's file: its owner makes it, the site's owner restores it, and deletion."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs import services
from clubs.double_taps import one_tap
from clubs.models import Club
from clubs.permissions import club_rights
from clubs.queries import find_club
from core.errors import Denied, NotFound, Refused
from games.callers import page_caller
from jobs import queries as jobs
from jobs.job_owner import page_owner
from jobs.models import Job, State
from scorekeeper.club_files import jobs as club_files
from scorekeeper.club_files.contents import unopened
from scorekeeper.pages.first_steps import steps_of
from scorekeeper.pages.people import club_for, people_page

# After how long without a new file the page reminds the owner.
REMINDED = timedelta(days=30)


class SentFileForm(forms.Form):
    """The form of a club's file that is to be restored."""

    file = forms.FileField(label=gettext_lazy("Fichier"))


def is_due(club: Club) -> bool:
    """Return whether a club has no file of the last month."""
    return club.saved_at is None or timezone.now() - club.saved_at > REMINDED


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def file_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Say what a club's file has, make it, and give it to the club's owner."""
    club, caller = club_for(request, slug, "manage_club", "owner_needed")
    if request.method == "POST":
        job = club_files.start(kind=club_files.SAVE, club=club, by=page_owner(request))
        return redirect("jobs:job", job.pk)
    context = {
        "club": club,
        "rights": club_rights(club, caller),
        "due": is_due(club),
        "secret": unopened(club, "default"),
        "job": _done(request, club_files.SAVE),
    }
    return render(request, "clubs/file.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def restore_page(request: HttpRequest) -> HttpResponseBase:
    """Read a club's file, say what is in it, and restore it, for the site's owner."""
    caller = page_caller(request)
    if not caller.is_site_owner:
        raise Denied("site_owner_needed" if caller.account else "account_needed")
    owner, job = page_owner(request), _done(request, club_files.CHECK, club_files.RESTORE)
    form = SentFileForm()
    if request.method == "POST" and "restore" in request.POST:
        if job is None:
            raise Refused("job_failed")
        return redirect("jobs:job", club_files.start_restore(checked=job, by=owner).pk)
    if request.method == "POST":
        form = SentFileForm(request.POST, request.FILES)
        if form.is_valid():
            content = form.cleaned_data["file"].read()
            return redirect("jobs:job", club_files.start_check(content=content, by=owner).pk)
    context = {"form": form, "job": job}
    return render(request, "clubs/restore.html", context, status=400 if form.errors else 200)


def _done(request: HttpRequest, *kinds: str) -> Job | None:
    """Return the ended job of the address, if it is of one of these kinds and the caller's."""
    try:
        job = jobs.visible(request.GET.get("travail", ""), page_owner(request))
    except NotFound:
        return None
    ended = job.state in (State.DONE, State.FAILED) and job.result is not None
    return job if job.kind in kinds and ended else None


@require_POST
@people_page
@one_tap
def delete(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Delete a club: at once if nobody uses it, else with all it has, once its name is typed."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    if caller.is_site_owner and steps_of(club).unused:
        services.delete_club(club=club, caller=caller)
        messages.success(request, _("Le club « %(name)s » est supprimé.") % {"name": club.name})
        return redirect("clubs:list")
    if not caller.may("manage_club", club):
        raise Denied("owner_needed" if caller.account else "account_needed")
    if request.POST.get("name", "").strip() != club.name:
        messages.error(
            request,
            _("Rien n'est supprimé : écrire « %(name)s », à la lettre.") % {"name": club.name},
        )
        return redirect("clubs:settings", slug)
    job = club_files.start(kind=club_files.DELETE, club=club, by=page_owner(request))
    return redirect("jobs:job", job.pk)
