"""Pages of players: a club's list, a player, a player's settings."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import services
from clubs.callers import Caller
from clubs.double_taps import one_tap
from clubs.errors import NameTaken
from clubs.guests.names import Trace
from clubs.guests.wording import came_along, lines_of
from clubs.list_forms import (
    PostedList,
    enlisted_sentences,
    newcomers_context,
    preview_context,
)
from clubs.lists.judging import Judged
from clubs.lists.reading import ListFault
from clubs.models import Club, ClubPlayer, Player
from clubs.people_table import people
from clubs.permissions import (
    club_rights,
    clubs_of,
    is_oneself,
    may_do,
    may_open_settings,
    shown_action,
)
from clubs.queries import (
    find_club,
    find_player,
    list_of,
    managed_clubs,
    others_to_merge,
    people_to_add,
    players_in,
    sorted_by_name,
    visible_clubs,
)
from clubs.role_table import PersonAction
from clubs.services.players import CHOICES_SHOWN
from core.errors import Denied, NotFound, Refused
from core.shapes import NameInput, put_on
from core.spreadsheets import spreadsheet
from games.callers import page_caller
from scorekeeper.pages import guests as guest_pages
from scorekeeper.pages.people import (
    REFUSALS,
    club_for,
    page_of,
    people_page,
    searched,
    tell_look_alikes,
)

_AS_CHOSEN = gettext_lazy("comme la personne l'a choisi")


class NameForm(forms.Form):
    """The form of a person's name."""

    name = NameInput(label=gettext_lazy("Nom"))


class ForgetForm(forms.Form):
    """The box to tick before a person is forgotten, against accidents."""

    sure = forms.BooleanField(
        label=gettext_lazy("Oui, oublier cette personne pour toujours"),
        error_messages={"required": gettext_lazy("Cocher la case pour oublier cette personne.")},
    )


class HereForm(forms.Form):
    """The form of a person's name in one club, and how much of it the club shows."""

    name = NameInput(
        label=gettext_lazy("Nom dans ce club"),
        required=False,
        help_text=gettext_lazy("Vide : le nom de la personne."),
    )
    shown = forms.ChoiceField(
        label=gettext_lazy("Montré dans ce club"),
        choices=[
            (value, _AS_CHOSEN if value == Player.Shown.FULL else Player.Shown(value).label)
            for value in CHOICES_SHOWN
        ],
    )

    def __init__(self, line: ClubPlayer, data: Any = None) -> None:
        initial = {"name": line.name, "shown": line.shown}
        super().__init__(data, initial=initial, prefix=f"here-{line.pk}")
        self.line = line


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def players_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the people of a club that the reader may see, by name; add people."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    form = NameForm(request.POST if request.method == "POST" else None)
    known = None
    earlier: Sequence[Trace] = ()
    if request.method == "POST" and form.is_valid():
        try:
            earlier = _earlier(request, club, form.cleaned_data["name"], caller)
            if not earlier:
                _add(request, club, form.cleaned_data["name"], caller)
                return redirect("clubs:players", slug)
        except NameTaken as taken:
            known = taken.visible
            put_on(form, taken)
    search = searched(request, "q")
    rights = club_rights(club, caller)
    page = page_of(request, sorted_by_name(list_of(club, caller, search)))
    context = {
        "club": club,
        "rights": rights,
        "may_add": rights["players"],
        "page": page,
        "people": players_in(page.object_list, club),
        "search_text": search,
        "form": form,
        "known": known,
        "earlier": lines_of(earlier),
    }
    return render(request, "clubs/players.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@people_page
def list_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Send a club's list of people as a file for spreadsheets."""
    caller = page_caller(request)
    club = find_club(slug, caller)
    heads, *rows = people(club, caller)
    return spreadsheet(request, f"{club.slug}-personnes", heads, rows)


def _earlier(request: HttpRequest, club: Club, name: str, caller: Caller) -> Sequence[Trace]:
    """Return what a guest of a new person's name did, if it is not said whether they are one."""
    asks = "guest" not in request.POST and caller.may("manage_players", club)
    if not asks or services.player_named(club=club, name=name) is not None:
        return ()
    return services.traces_of(club, [name], caller).get(name, ())


def _add(request: HttpRequest, club: Club, name: str, caller: Caller) -> None:
    """Add a person to a club, with a guest's results if the answer is that they are one person."""
    with transaction.atomic():
        player = services.add_player(club=club, name=name, caller=caller)
        sentences = [_("%(name)s est dans la liste.") % {"name": player.name}]
        if request.POST.get("guest") == "same":
            traces = services.traces_of(club, [name], caller)
            services.know_guests(club=club, people={name: player}, caller=caller)
            sentences += came_along(traces)
    messages.success(request, " ".join(sentences))
    tell_look_alikes(request, club, player.name, caller)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
def list_page(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Read a pasted list of people and show what was read. After a confirmation, add the people."""
    club, caller = club_for(request, slug, "manage_players")
    posted = PostedList(request, "people")
    rows: list[Judged] = []
    if posted.text.strip():
        try:
            rows = people_to_add(posted.text, club, caller, posted.choices(1))
        except ListFault as fault:
            posted.refuse(fault)
    names = [person.name for judged in rows if not judged.out for person in judged.people]
    if rows and posted.was_seen(1):
        enlisted = services.enlist(club=club, names=names, caller=caller, apart=posted.apart)
        messages.success(request, " ".join(enlisted_sentences(enlisted)))
        return redirect("clubs:players", slug)
    context = newcomers_context(posted, names, club, caller) | {
        "club": club,
        "rights": club_rights(club, caller),
        "list": preview_context(posted, rows, 1),
        "faults": [posted.fault] if posted.fault else [],
        "enters": True,
        "adds": True,
    }
    if getattr(request, "htmx", False):
        return render(request, "lists/_preview.html", context)
    status = 400 if posted.fault else 200
    return render(request, "clubs/players_list.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@people_page
@one_tap
def player_settings(request: HttpRequest, player_id: int) -> HttpResponseBase:
    """Show a player's settings; change one of them."""
    caller = page_caller(request)
    player = find_player(player_id, caller)
    if not may_open_settings(player, caller):
        raise Denied("players_not_allowed" if caller.account else "account_needed")
    form: NameForm | HereForm = NameForm(initial={"name": player.name})
    sure = ForgetForm(request.POST if "forget" in request.POST else None)
    if request.method == "POST" and not sure.errors:
        action = next((action for name, action in ACTIONS.items() if name in request.POST), None)
        try:
            done = action(request, player, caller) if action else ""
        except REFUSALS as refusal:
            if not (isinstance(refusal, Refused) and refusal.field == "name"):
                messages.error(request, refusal.sentence)
                return redirect("clubs:player-settings", player.pk)
            form = _at_fault(request, player, caller)
            form.full_clean()
            if not form.errors:
                put_on(form, refusal)
        else:
            messages.success(request, done)
            return redirect(*_after(player, caller))
    context = {**_settings(request, player, caller, form), "sure": sure}
    status = 400 if form.errors or sure.errors else 200
    return render(request, "clubs/player_settings.html", context, status=status)


def _after(player: Player, caller: Caller) -> tuple[Any, ...]:
    """Return where to redirect: the player's page or, if the caller no longer sees it, a list."""
    try:
        visible_player = find_player(player.pk, caller)
    except NotFound:
        return ("clubs:list",)
    page = "clubs:player-settings" if may_open_settings(visible_player, caller) else "clubs:player"
    return (page, visible_player.pk)


def _at_fault(request: HttpRequest, player: Player, caller: Caller) -> NameForm | HereForm:
    """Return the form in which a name was refused, with the values that were sent."""
    if "here" in request.POST:
        return HereForm(_line(request, player, caller), request.POST)
    return NameForm({"name": request.POST.get("name", player.name)})


def _line(request: HttpRequest, player: Player, caller: Caller) -> ClubPlayer:
    """Return the row of the person on the list of the form's club. Raises `NotFound`."""
    club = find_club(request.POST["here"], caller)
    line = ClubPlayer.objects.filter(club=club, player=player).first()
    if line is None:
        raise NotFound
    return line


def _list_lines(player: Player, caller: Caller, form: NameForm | HereForm) -> list[dict[str, Any]]:
    """Return the clubs that list a person, each with what the caller may do there."""
    rows = ClubPlayer.objects.filter(player=player).select_related("club").order_by("club")
    lines = list(rows)
    seen = set(visible_clubs(caller).values_list("pk", flat=True))
    list_lines = []
    for line in lines:
        if not (line.club_id in seen or is_oneself(player, caller)):
            continue
        # The form for a name in one club is not offered if the person is in this club only:
        # renaming the person is enough.
        own = len(lines) > 1 or line.name or line.shown != Player.Shown.FULL
        if isinstance(form, HereForm) and form.line == line:
            here: HereForm | None = form
        elif own and may_do("rename_here", player, caller, line.club):
            here = HereForm(line)
        else:
            here = None
        managed = may_do("leave_list", player, caller, line.club)
        list_lines.append({"club": line.club, "managed": managed, "here": here})
    return list_lines


def _settings(
    request: HttpRequest, player: Player, caller: Caller, form: NameForm | HereForm
) -> dict[str, Any]:
    clubs, managed = clubs_of(player), list(managed_clubs(caller))
    may = {action: may_do(action, player, caller) for action in ASKED_OF_ALL}
    search = searched(request, "q") if may["merge"] else ""
    merged = services.last_merger(player)
    undoable = merged is not None and services.can_be_undone(merged)
    return {
        "player": player,
        "own": is_oneself(player, caller),
        "may": may,
        "shown_choices": _shown_choices(player)
        if may_do(shown_action(player), player, caller)
        else [],
        "clubs": _list_lines(player, caller, form),
        "form": form if isinstance(form, NameForm) else NameForm(initial={"name": player.name}),
        "inviting": [club for club in clubs if club in managed]
        if may["tie_account"] and not player.user_id
        else [],
        "claimable": player.user_id is None
        and may["tie_account"]
        and not Player.objects.filter(user=caller.account).exists(),
        "entering": [club for club in managed if club not in clubs] if may["enter_list"] else [],
        "search_text": search,
        "others": list(others_to_merge(player, caller, search)[:10]) if search else [],
        **guest_pages.context(request, player, caller),
        "merged": merged if undoable and (may["unmerge"] or is_oneself(player, caller)) else None,
    }


# Actions that need a right in all clubs of the person, unless the caller is the person.
ASKED_OF_ALL: tuple[PersonAction, ...] = (
    "rename",
    "tie_account",
    "untie_account",
    "merge",
    "unmerge",
    "enter_list",
    "forget",
)


def _shown_choices(player: Player) -> list[dict[str, Any]]:
    return [
        {"value": value, "label": Player.Shown(value).label, "checked": value == player.shown}
        for value in CHOICES_SHOWN
    ]


def _rename(request: HttpRequest, player: Player, caller: Caller) -> str:
    services.rename(player=player, name=request.POST["name"], caller=caller)
    return _("Le nom est changé.")


def _choose_shown(request: HttpRequest, player: Player, caller: Caller) -> str:
    visibility = request.POST["shown"]
    if visibility in CHOICES_SHOWN:
        services.choose_shown(player=player, visibility=visibility, caller=caller)
    return _("C'est gardé.")


def _change_here(request: HttpRequest, player: Player, caller: Caller) -> str:
    line = _line(request, player, caller)
    name = request.POST.get(f"here-{line.pk}-name", "")
    visibility = request.POST.get(f"here-{line.pk}-shown", "")
    services.change_player(
        player=player,
        caller=caller,
        club=line.club,
        name=name.strip(),
        visibility=visibility if visibility in CHOICES_SHOWN else None,
    )
    return _("C'est gardé.")


def _remove(request: HttpRequest, player: Player, caller: Caller) -> str:
    club = find_club(request.POST["remove"], caller)
    services.remove_from_list(club=club, player=player, caller=caller)
    return _("Cette personne n'est plus dans la liste ; ses matchs restent.")


def _enter(request: HttpRequest, player: Player, caller: Caller) -> str:
    club = find_club(request.POST["enter"], caller)
    services.add_known_player(club=club, player=player, caller=caller)
    return _("Cette personne est aussi dans la liste de ce club.")


def _claim(request: HttpRequest, player: Player, caller: Caller) -> str:
    services.claim(player=player, caller=caller)
    return _("Cette personne est maintenant ce compte.")


def _untie(request: HttpRequest, player: Player, caller: Caller) -> str:
    services.untie(player=player, caller=caller)
    return _("Le compte est délié.")


def _merge(request: HttpRequest, player: Player, caller: Caller) -> str:
    number = request.POST["merge"]
    other = find_player(int(number) if number.isdecimal() and len(number) < 19 else 0, caller)
    services.merge(survivor=player, absorbed=other, caller=caller)
    return _("Les deux n'en font plus qu'une. Cela se défait pendant 30 jours.")


def _undo(request: HttpRequest, player: Player, caller: Caller) -> str:
    services.undo_merge(player=player, caller=caller)
    return _("Ce sont de nouveau deux personnes.")


def _forget(request: HttpRequest, player: Player, caller: Caller) -> str:
    services.forget(player=player, caller=caller)
    return _("Cette personne est oubliée. Ses résultats restent, sans nom.")


ACTIONS: dict[str, Callable[[HttpRequest, Player, Caller], str]] = {
    "name": _rename,
    "shown": _choose_shown,
    "here": _change_here,
    "remove": _remove,
    "enter": _enter,
    "claim": _claim,
    "untie": _untie,
    "merge": _merge,
    "undo": _undo,
    "guest": guest_pages.know,
    "part": guest_pages.part,
    "forget": _forget,
}
