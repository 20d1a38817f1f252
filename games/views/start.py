"""The page that starts a match: the people on its seats, the variant, the dealer."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs import services as club_services
from clubs.callers import Caller
from clubs.errors import NameTaken
from clubs.links import request_links
from clubs.models import Club
from clubs.queries import default_preset
from core import errors
from core.names import MAX_LENGTH
from core.refusals import SENTENCES
from core.shapes import NameInput, put_on
from games import queries, services
from games.callers import page_caller
from games.entry import side_names, suggested_names
from games.entry.rules_form import CHOOSE, KEEP, RulesForm, values_of
from games.entry.throw_for_first import throw_for_first
from games.errors import Refused
from games.match import list_queries, permissions
from games.match.sizes import MOST_SEATS
from games.models import unnamed
from games.queries import Loaded
from games.registry.game import Game, Preset
from games.registry.installed import games
from games.services import SeatAsked, StartAsked, WriteOutcome, Writing
from games.views.common import HtmxRequest, game_or_404
from games.views.lists import ways_back, who_sits
from games.views.match import keep_and_open
from games.views.start_club import asked_club, club_of, vouching_ends, whose_names

# For a game without a fixed number of players, the number of seats that the form shows at first.
FIRST_SEATS = 4
# How many of the phone's running matches are searched for one with the people of the table that is
# to be started again.
MOST_ASKED = 8


def _players_field(game: Game, seats: int) -> forms.TypedChoiceField:
    """Return the field for the number of players, up to the number of seats shown."""
    counts = range(game.seats.least, max(seats, game.seats.least) + 1)
    return forms.TypedChoiceField(
        label=_("Combien de joueurs ?"),
        choices=[(str(count), str(count)) for count in counts],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )


def _option_field(game: Game, option: str, seats: int) -> forms.TypedChoiceField:
    """Return the field that chooses a seat for an option, such as the seat that deals."""
    column = game.rules.model._meta.get_field(option)
    return forms.TypedChoiceField(
        label=column.verbose_name,  # type: ignore[union-attr]
        choices=[(str(seat), str(seat + 1)) for seat in range(seats)],
        coerce=int,
        initial=str(column.default),  # type: ignore[union-attr]
    )


class StartForm(forms.Form):
    """The form that starts a match of any game: the seats, and the options chosen beside them."""

    client_id = forms.UUIDField(required=False, widget=forms.HiddenInput)
    rules_of = forms.CharField(required=False, widget=forms.HiddenInput)
    replaces = forms.CharField(required=False, widget=forms.HiddenInput)
    club = forms.CharField(required=False)
    in_club_room = forms.BooleanField(label=gettext_lazy("Au local du club"), required=False)

    def __init__(self, game: Game, seats: int, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.game = game
        self.seat_names = [f"name_{seat}" for seat in range(seats)]
        for seat, name in enumerate(self.seat_names):
            self.fields[name] = NameInput(
                label=_("Place %(number)s") % {"number": seat + 1},
                required=False,
                widget=forms.TextInput(
                    attrs={"list": "joueurs", "autocomplete": "off", "maxlength": 160}
                ),
            )
        if game.seats.least != game.seats.most:
            self.fields["players"] = _players_field(game, seats)
        for side, side_name in enumerate(game.seats.names):
            self.fields[f"side_{side}"] = NameInput(
                label=_("Nom du camp %(number)s") % {"number": side + 1},
                required=False,
                initial=str(side_name),
            )
        self.fields["preset"] = forms.ChoiceField(
            label=_("Variante"),
            choices=[(preset.slug, preset.name) for preset in game.presets],
            widget=forms.RadioSelect,
            initial=game.presets[0].slug,
        )
        for option in game.seats.options:
            self.fields[option] = _option_field(game, option, seats)

    @property
    def seat_options(self) -> list[tuple[forms.BoundField, Any]]:
        """The fields of the options, each with the text that is shown beside every seat."""
        labels = self.game.seats.option_labels
        return [(self[option], labels.get(option, "")) for option in self.game.seats.options]

    def seats(self) -> list[str]:
        """Return the names in turn order. An empty name is a seat to be named later.

        The number of names is the largest of three: the chosen number of players, the number of
        typed names, and the game's minimum.
        """
        names = [self.cleaned_data[name] for name in self.seat_names]
        if self.game.seats.least == self.game.seats.most:
            return names[: self.game.seats.least]
        given = [name for name in names if name]
        count = max(self.cleaned_data.get("players") or 0, self.game.seats.least, len(given))
        if any(names[count:]):  # a name after an empty seat: the empty seats between are left out
            return [*given, *[""] * (count - len(given))]
        return names[:count]

    def options(self) -> dict[str, Any]:
        """Return the values of the options beside the seats."""
        return {option: self.cleaned_data[option] for option in self.game.seats.options}


@require_safe
@never_cache
def choose(request: HttpRequest) -> HttpResponse:
    """Show the page on which the game of a new table is chosen. A club's table link opens it."""
    club = club_of(request.GET.get("club", ""), page_caller(request))
    vouches = club is not None and permissions.vouches(club, page_caller(request))
    context = {"games": games(), "club": club, "vouches": vouches}
    return render(request, "games/choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def start_page(request: HtmxRequest, slug: str) -> HttpResponseBase:
    """Show the form of a new table, or handle the pressed button of the form."""
    game, caller = game_or_404(slug), page_caller(request)
    if request.method == "POST":
        return _step(request, game)(request, game, caller)
    club = club_of(request.GET.get("club", ""), caller)
    preset = game.preset(request.GET.get("preset", "")) or first_preset(game, club)
    if request.htmx:
        context = {
            "game": game,
            "rules_form": _rules_form(game, preset).with_limits(game),
            "preset": preset,
        }
        return render(request, "games/_rules_fields.html", context)
    wrong, like = _named(request, "refaire", caller, game), _named(request, "comme", caller, game)
    if wrong is not None and wrong.entries:
        messages.error(request, Refused("match_begun").sentence)
        return redirect("games:match", wrong.match.pk)
    loaded = wrong or like
    if loaded is None:
        return _page(request, game, caller, preset, initial=_blank(preset) | _club(request, caller))
    played = game.preset(loaded.match.preset) or preset
    initial = _blank(played) | _same_table(loaded) | _club(request, caller, loaded.match.club)
    if wrong is not None:
        initial |= {"replaces": wrong.match.pk, "in_club_room": wrong.match.in_club_room}
    rules_form = game.rules.form(initial=loaded.rules.values())
    return _page(request, game, caller, played, initial=initial, rules_form=rules_form)


def first_preset(game: Game, club: Club | None) -> Preset:
    """Return the club's default preset, or else the game's first preset."""
    return game.preset(default_preset(club, game.slug)) or game.presets[0]


def _step(request: HttpRequest, game: Game) -> Callable[..., HttpResponseBase]:
    """Return the function that handles the pressed button."""
    if "throw" in request.POST and game.seats.first_die:
        return _throw_for_first
    if "more" in request.POST:
        return _one_more
    return _choose_rule if {CHOOSE, KEEP} & request.POST.keys() else _start


def _named(request: HttpRequest, key: str, caller: Caller, game: Game) -> Loaded | None:
    """Return the match of this game that the parameter `key` of the address names, or None.

    `comme` is the table to start again. `refaire` is the blank match to replace.
    """
    try:
        loaded = queries.load(queries.find(request.GET.get(key, ""), caller))
    except errors.NotFound:
        return None
    return loaded if loaded.game.slug == game.slug else None


def _blank(preset: Preset) -> dict[str, Any]:
    return {"client_id": uuid.uuid4(), "preset": preset.slug, "rules_of": preset.slug}


def _club(request: HttpRequest, caller: Caller, before: Club | None = None) -> dict[str, Any]:
    """Return the form's value for the club: the club in the address, or else the club of the table
    to start again.
    """
    club = club_of(request.GET.get("club", before.slug if before else ""), caller)
    return {"club": club.slug if club else ""}


def _same_table(loaded: Loaded) -> dict[str, Any]:
    """Return the form's values from the last match: its names, and who deals or begins next."""
    game, values = loaded.game, dict[str, Any]()
    values |= {f"name_{seat.number}": seat.name if seat.named else "" for seat in loaded.seats}
    if not all(seat.named for seat in loaded.seats):
        values["players"] = len(loaded.seats)
    values |= {
        f"side_{side.number}": side_names.localized(game, side.number, side.name)
        for side in loaded.sides
    }
    return values | services.next_start(loaded)


def _rules_form(game: Game, preset: Preset, data: Any = None) -> RulesForm:
    return game.rules.form(data, initial=values_of(game, preset))


def _page(
    request: HttpRequest,
    game: Game,
    caller: Caller,
    preset: Preset,
    initial: dict[str, Any] | None = None,
    form: StartForm | None = None,
    rules_form: RulesForm | None = None,
    thrown: Sequence[Sequence[int]] | None = None,
) -> HttpResponse:
    table = form or StartForm(game, _seats(game, initial or {}), initial=initial)
    club = club_of(asked_club(request, str(table["club"].value() or "")), caller)
    partners = suggested_names.last_partners(caller, club)
    first = first_preset(game, club)
    context = {
        "game": game,
        "playing": None if form else _playing(request, game, caller),
        "form": table,
        "rules_form": (rules_form or _rules_form(game, preset)).with_limits(game),
        "presets": [first, *(other for other in game.presets if other is not first)],
        "preset": preset,
        "suggestions": suggested_names.known_names(
            whose_names(request, club, caller), partners, caller
        ),
        "club": club,
        "vouches": club is not None and permissions.vouches(club, caller),
        "vouches_until": vouching_ends(club, caller),
        "in_house": club is not None and caller.in_unowned_house,
        # If the form is shown again, it keeps the choice that the match belongs to no club.
        "stays": form is not None and not table["club"].value(),
        "layout": _layout(table, thrown or ()),
        "first_is_thrown_for": game.seats.first_die is not None,
        "thrown": thrown,
        "longest": MAX_LENGTH,
        "too_long": SENTENCES["name_too_long"],
        "more": len(table.seat_names) < _most_seats(game),
        # The pages that a phone stores with a blank form, to start a match without network.
        "keeps": [] if form or rules_form else _keeps(game),
    }
    return render(request, "games/start.html", context, status=400 if form else 200)


def _layout(form: StartForm, thrown: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return the seats in turn order, each with its field and the dice thrown for it."""
    return [
        {
            "seat": seat,
            "field": form[name],
            "side": form.game.seats.side_of(seat),
            "unnamed": unnamed(seat),
            "throws": throws,
        }
        for seat, (name, throws) in enumerate(zip_longest(form.seat_names, thrown))
    ]


def _keeps(game: Game) -> list[str]:
    own = [reverse(f"games:{name}", args=[game.slug]) for name in ("start", "fresh")]
    return [*own, reverse("rules", args=[game.slug]), "/"]


def _playing(request: HttpRequest, game: Game, caller: Caller) -> dict[str, Any] | None:
    """Return a link to a running match of this game that this phone scores, or None.

    A match with the people of the table to start again is preferred; `same` tells whether it has
    them.
    """
    scored = list_queries.scored_here(caller).filter(game=game.slug)
    running = list_queries.with_people(scored[:MOST_ASKED])
    if not running:
        return None
    match_id = request.GET.get("comme", "")
    like = list_queries.kept_by(caller).filter(pk=match_id).first() if match_id else None
    same = [match for match in running if like is not None and who_sits(match) == who_sits(like)]
    [way_back] = ways_back((same or running)[:1])
    return way_back | {"same": bool(same)}


def _most_seats(game: Game) -> int:
    return game.seats.most or MOST_SEATS


def _seats(game: Game, values: Mapping[str, Any]) -> int:
    """Return the number of seats to show: enough for the given names and for a usual table."""
    most = _most_seats(game)
    named = [seat for seat in range(most) if f"name_{seat}" in values]
    return min(most, max(game.seats.least, FIRST_SEATS, 1 + max(named, default=0)))


def _one_more(request: HtmxRequest, game: Game, caller: Caller) -> HttpResponseBase:
    """Show the form with one more seat. All values stay in the form and are not checked."""
    values = request.POST.dict()
    preset = game.preset(values.get("preset", "")) or game.presets[0]
    shown_preset = game.preset(values.get("rules_of", "")) or preset
    values[f"name_{min(_seats(game, values), _most_seats(game) - 1)}"] = ""
    rules_form = _rules_form(game, shown_preset, request.POST)
    return _page(request, game, caller, preset, values, rules_form=rules_form)


def _choose_rule(request: HtmxRequest, game: Game, caller: Caller) -> HttpResponseBase:
    """Show the form with the rules that the game proposes for a chosen rule, or with the previous
    rules.
    """
    values = request.POST.dict()
    preset = game.preset(values.get("preset", "")) or game.presets[0]
    shown_preset = game.preset(values.get("rules_of", "")) or preset
    rules_form = _rules_form(game, shown_preset, request.POST)
    chosen = rules_form.with_choice(values_of(game, shown_preset), keep=KEEP in values)
    return _page(request, game, caller, preset, values, rules_form=chosen)


def _throw_for_first(request: HtmxRequest, game: Game, caller: Caller) -> HttpResponseBase:
    """Throw dice for who begins, and put that person on the first seat. The other values are not
    checked.
    """
    values = request.POST.dict()
    preset = game.preset(values.get("preset", "")) or game.presets[0]
    shown_preset = game.preset(values.get("rules_of", "")) or preset
    rules_form = _rules_form(game, shown_preset, request.POST)
    seats = [f"name_{seat}" for seat in range(_seats(game, values))]
    names = [name for seat in seats if (name := values.get(seat, "").strip())]
    thrown: Sequence[Sequence[int]] = ()
    if game.seats.first_die and len(names) >= game.seats.least:
        opening = throw_for_first(len(names), game.seats.first_die)
        names, thrown = opening.in_turn(names), opening.in_turn(opening.throws)
        values |= dict(zip_longest(seats, names, fillvalue=""))
    return _page(request, game, caller, preset, values, rules_form=rules_form, thrown=thrown)


def _start(request: HtmxRequest, game: Game, caller: Caller) -> HttpResponseBase:
    form = StartForm(game, _seats(game, request.POST), request.POST)
    preset = game.preset(request.POST.get("preset", "")) or game.presets[0]
    shown_preset = game.preset(request.POST.get("rules_of", "")) or preset
    rules_form = _rules_form(game, shown_preset, request.POST)
    valid = form.is_valid()
    if rules_form.is_valid() and valid:
        if proposing := rules_form.with_proposal(values_of(game, shown_preset)):
            return _page(request, game, caller, preset, request.POST.dict(), rules_form=proposing)
        try:
            request_links.give_phone(caller)
            by = Writing(caller, form.cleaned_data["client_id"])
            # Everything is one transaction, so that a refused start adds no players to the club's
            # list.
            with transaction.atomic():
                wrong = _replaced(form.cleaned_data["replaces"], caller)
                setup = _setup(game, preset, shown_preset, form, rules_form, caller, wrong)
                table = _begin(wrong, _played_before(request, caller, game), setup, by).table
            return keep_and_open(request, table, caller)
        except errors.Refused as refusal:
            put_on(rules_form, refusal, within="rules.", rest=form)
        except (errors.Denied, errors.ClientIdReused) as refusal:
            form.add_error(None, refusal.sentence)
        except errors.NotFound:
            raise Http404 from None
    return _page(request, game, caller, preset, form=form, rules_form=rules_form)


def _replaced(match_id: str, caller: Caller) -> Loaded | None:
    """Return the blank match that the form replaces, or None."""
    return queries.load(queries.find(match_id, caller)) if match_id else None


def _played_before(request: HttpRequest, caller: Caller, game: Game) -> Loaded | None:
    """Return the match of the table to start again, or None if the caller may not score it."""
    like = _named(request, "comme", caller, game)
    return like if like and permissions.can_score(like.match, caller) else None


def _begin(
    wrong: Loaded | None, before: Loaded | None, setup: StartAsked, by: Writing
) -> WriteOutcome:
    """Start the match: in place of a blank match (`wrong`), after another one (`before`), or by
    itself.
    """
    if wrong is not None:
        return services.start_anew(match_id=wrong.match.pk, setup=setup, by=by)
    if before is not None:
        return services.start_again(match_id=before.match.pk, setup=setup, by=by)
    return services.start(setup=setup, by=by)


def _setup(
    game: Game,
    preset: Preset,
    shown_preset: Preset,
    form: StartForm,
    rules_form: RulesForm,
    caller: Caller,
    wrong: Loaded | None,
) -> StartAsked:
    """Return the start that the form describes.

    The host's changes are the differences from the rules that the form showed. They are applied to
    the chosen preset, so that they are kept if the host chooses another preset without JavaScript.
    A match that replaces another stays in its club. People whose names were not changed stay the
    same people.
    """
    slug = form.cleaned_data["club"]
    club = club_of(slug, caller) if slug else None
    if wrong is not None and wrong.match.club is not None:
        club = wrong.match.club
    if club is not None and not permissions.vouches(club, caller):
        wrong = None  # whose people are known players of the club
    seats_by_name = (
        {
            seat.name: SeatAsked(seat.player_id, seat.guest_name)
            for seat in wrong.seats
            if seat.named
        }
        if wrong
        else {}
    )
    return StartAsked(
        game=game,
        preset=preset,
        rules=rules_form.changed_from(values_of(game, shown_preset)) | form.options(),
        seats=[seats_by_name.get(name) or seat_for(name, club, caller) for name in form.seats()],
        side_names=[
            side_names.typed(game, side, form.cleaned_data[f"side_{side}"])
            for side in range(len(game.seats.names))
        ],
        club=club,
        in_club_room=form.cleaned_data["in_club_room"]
        and club is not None
        and permissions.vouches(club, caller),
    )


def seat_for(name: str, club: Club | None, caller: Caller) -> SeatAsked:
    """Return the seat of the club's player with this name. A missing player is added to the club's
    list.

    If the caller may not do that, it is a guest's seat. Without a name, it is a seat to be named
    later.
    """
    if club is None or not name or not permissions.vouches(club, caller):
        return SeatAsked(name=name)
    try:
        added = club_services.add_player(club=club, name=name, caller=caller)
        return SeatAsked(player=added.pk, added=True)
    except NameTaken as taken:
        return SeatAsked(player=taken.player.pk)
    except errors.Denied:
        known = club_services.player_named(club=club, name=name)
        if known and permissions.can_seat_players_of(club, caller):
            return SeatAsked(player=known.pk)
        return SeatAsked(name=name)
