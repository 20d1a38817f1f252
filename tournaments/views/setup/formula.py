"""Pages on how a tournament is played, for use before its first draw: format, rules, seeds,
forbidden pairs.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core.errors import NotFound, Refused
from core.shapes import put_on
from games.entry.rules_form import CHOOSE, KEEP, values_of
from games.registry.installed import game_of
from tournaments import services
from tournaments.formats.option_fields import figure
from tournaments.state.options import NAMES
from tournaments.state.tournament import GONE
from tournaments.view import View
from tournaments.views.common import base, done, run, tournament_page, writing
from tournaments.views.forms import chosen_ruleset
from tournaments.views.setup import advising
from tournaments.views.setup.format_forms import AdviceForm, FormulaForm

MOST_SEED = 32767


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def formula_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show and change the format and all its options. They can be changed only before the first
    draw.
    """
    view = run(request, tournament_id)
    if request.method != "POST":
        return _page(request, view, FormulaForm(initial=_initial(view)))
    if "take" in request.POST:
        format_, options = advising.taken(request.POST["take"])
        changes = {"format": format_, "options": {**dict.fromkeys(NAMES), **options}}
        services.set_up(tournament_id=tournament_id, changes=changes, by=writing(request))
        return done(request, _("C'est gardé."), "formula", tournament_id)
    form = FormulaForm(request.POST, initial=_initial(view))
    if "advise" in request.POST:
        return _advised(request, view)
    if not form.is_valid():
        return _page(request, view, form)
    if "preview" in request.POST:
        return HttpResponse(escape(_outline(view, form)))
    try:
        services.set_up(tournament_id=tournament_id, changes=form.changes(), by=writing(request))
    except Refused as refusal:
        form.add_error(None, refusal.sentences)
        return _page(request, view, form)
    return done(request, _("C'est gardé."), "formula", tournament_id)


def _initial(view: View) -> dict[str, Any]:
    tournament = view.tournament
    options: Mapping[str, Any] = tournament.options
    return {
        **options,
        **{f"points_{name}": value for name, value in (options.get("points") or {}).items()},
        "ruleset": f"{tournament.game} {tournament.preset}",
        "format": tournament.format,
        "seed": tournament.seed,
    }


def _outline(view: View, form: FormulaForm) -> str:
    """Return a sentence on what the chosen format would play with the present entrants."""
    values = form.cleaned_data
    game, preset = chosen_ruleset(values["ruleset"])
    given = form.changes()["options"]
    options = {name: value for name, value in given.items() if value is not None}
    return advising.outline(
        values["format"],
        options,
        len(view.field.playing),
        club=view.tournament.club,
        game=game,
        preset=preset.slug,
        tables=view.tournament.room_tables,
        today=view.tournament.date == timezone.localdate(),
    )


def _advised(request: HttpRequest, view: View) -> HttpResponseBase:
    """Show the formats that suit the present entrants, under the form filled with the stored
    values.
    """
    tournament, advice = view.tournament, AdviceForm(request.POST)
    suggestions = advising.advice(
        advice,
        tournament.club,
        game_of(tournament.game),
        tournament.preset,
        len(view.field.playing),
    )
    if getattr(request, "htmx", False):
        return render(
            request, "tournaments/_advice.html", {"advice": advice, "advised": suggestions}
        )
    return _page(request, view, FormulaForm(initial=_initial(view)), advice, suggestions)


def _page(
    request: HttpRequest,
    view: View,
    form: FormulaForm,
    advice: AdviceForm | None = None,
    advised: Mapping[str, Any] | None = None,
) -> HttpResponseBase:
    tournament = view.tournament
    context = base(view) | {
        "form": form,
        "begun": bool(view.folded.order),
        "advice": advice or AdviceForm(initial={"tables": tournament.room_tables}),
        "advised": advised,
        "outline": advising.outline(
            tournament.format,
            tournament.options,
            len(view.field.playing),
            club=tournament.club,
            game=game_of(tournament.game),
            preset=tournament.preset,
            tables=tournament.room_tables,
            today=tournament.date == timezone.localdate(),
        ),
    }
    code = 400 if form.errors else 200
    return render(request, "tournaments/formula.html", context, status=code)


# --- The game's rules --------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def rules_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show and change single rules of the game for this tournament, before its first draw."""
    view = run(request, tournament_id)
    game = game_of(view.tournament.game)
    preset = game.preset(view.tournament.preset)
    if preset is None:
        raise NotFound
    usual = values_of(game, preset)
    data = request.POST if request.method == "POST" else None
    # The rules pass through the model, because an older version may have stored them by other
    # names.
    now = game.rules.model(**{**usual, **view.tournament.rules}).values()
    form = game.rules.form(data, initial=now)
    if {CHOOSE, KEEP} & request.POST.keys():
        form = form.with_choice(usual, keep=KEEP in request.POST)
    elif form.is_bound and form.is_valid() and (proposing := form.with_proposal(usual)):
        form = proposing
    elif form.is_bound and form.is_valid():
        changed = plain(form.changed_from(usual))
        try:
            services.check_rules(game, preset, changed)
            services.set_up(
                tournament_id=tournament_id, changes={"rules": changed}, by=writing(request)
            )
            return done(request, _("C'est gardé."), "rules", tournament_id)
        except Refused as refusal:
            put_on(form, refusal, within="rules.")
    begun = bool(view.folded.order)
    context = base(view) | {"rules_form": form.with_limits(game), "begun": begun}
    return render(request, "tournaments/rules.html", context, status=400 if form.errors else 200)


def plain(value: Any) -> Any:
    """Return rules as values for JSON. A decimal becomes an int or a float."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return figure(value) if isinstance(value, Decimal) else value


# --- Seeds -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def seeds_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """Show and store the seeds, before the first draw. A number is typed for each entrant; 1 is the
    best.
    """
    view = run(request, tournament_id)
    typed: dict[int, str] = {}
    faulty: list[int] = []
    if request.method == "POST":
        for enrolled in view.folded.entrants:
            typed[enrolled.number] = request.POST.get(f"seed_{enrolled.number}", "").strip()
        faulty = [number for number, text in typed.items() if not _is_seed(text)]
        if not faulty:
            seeds = {number: int(text) if text else None for number, text in typed.items()}
            services.rank(tournament_id=tournament_id, seeds=seeds, by=writing(request))
            return done(request, _("Les têtes de série sont gardées."), "seeds", tournament_id)
    rows = [
        {
            "number": enrolled.number,
            "name": view.names[enrolled.number],
            "seed": typed.get(enrolled.number, enrolled.seed or ""),
            "rating": enrolled.rating,
            "faulty": enrolled.number in faulty,
        }
        for enrolled in view.folded.entrants
        if enrolled.state not in GONE
    ]
    context = base(view) | {"rows": rows, "begun": bool(view.folded.order)}
    return render(request, "tournaments/seeds.html", context, status=400 if faulty else 200)


def _is_seed(text: str) -> bool:
    if not text:
        return True
    return text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= MOST_SEED


# --- Forbidden pairs ---------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@tournament_page
def apart_page(request: HttpRequest, tournament_id: str) -> HttpResponseBase:
    """List the pairs that should not meet. Add or remove a pair."""
    view = run(request, tournament_id)
    pairs = [sorted(pair) for pair in view.tournament.options.get("forbidden_pairs") or ()]
    if request.method != "POST":
        context = base(view) | {
            "pairs": [
                {
                    "value": f"{first}-{second}",
                    "names": [view.names.get(first, first), view.names.get(second, second)],
                }
                for first, second in pairs
            ],
            "entrants": list(view.names.items()),
            "begun": bool(view.folded.order),
        }
        return render(request, "tournaments/apart.html", context)
    if "drop" in request.POST:
        left = [pair for pair in pairs if f"{pair[0]}-{pair[1]}" != request.POST["drop"]]
        return _keep_apart(request, tournament_id, left)
    two = sorted({number for number in map(_number, request.POST.getlist("pair")) if number})
    if len(two) != 2 or not all(number in view.names for number in two):
        messages.error(request, _("Choisir deux inscrits différents."))
        return redirect("tournaments:apart", tournament_id)
    return _keep_apart(request, tournament_id, [*(pair for pair in pairs if pair != two), two])


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _keep_apart(
    request: HttpRequest, tournament_id: str, pairs: list[list[int]]
) -> HttpResponseBase:
    changes = {"options": {"forbidden_pairs": pairs or None}}
    services.set_up(tournament_id=tournament_id, changes=changes, by=writing(request))
    return done(request, _("C'est gardé."), "apart", tournament_id)
