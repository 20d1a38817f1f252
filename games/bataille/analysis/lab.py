"""The lab's questions about the Bataille: how long it lasts, and who wins it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bataille.analysis.odds import (
    ENDLESS,
    Chance,
    Conventions,
    Lengths,
    chance,
    conventions,
    lengths_of,
    share_error,
    simulate,
)
from games.presentation.wording import figure
from games.registry.estimate import MEGABYTE, Estimate
from games.registry.lab import (
    Answer,
    AnswerColumn,
    AnswerGrid,
    Figure,
    Plot,
    ProgressCallback,
    Published,
    Question,
    Text,
)

MOST_GAMES = 1_000_000
# The estimated milliseconds of a game are `OF_A_GAME` plus `OF_A_PAIR` for each pair of its
# cards, under any conventions.
OF_A_GAME, OF_A_PAIR = 0.002, 1.4e-6
BARS = 20
# With fewer manches than this, the answer does not compare their lengths with the published
# ones.
ENOUGH = 30
ORDERS = (
    ("winner_first", gettext_lazy("la carte gagnante d'abord")),
    ("loser_first", gettext_lazy("la carte perdante d'abord")),
    ("coin", gettext_lazy("à pile ou face, les siennes ou les autres d'abord")),
    ("shuffled", gettext_lazy("mélangées")),
)
RUNNING_OUT = (
    ("draw", gettext_lazy("la manche est nulle (pat)")),
    ("lose", gettext_lazy("la manche est perdue")),
    ("borrow", gettext_lazy("emprunt sur le tas de l'autre")),
    ("last_face_up", gettext_lazy("la dernière carte se joue visible ; sans carte, perdu")),
)
RULES = ("deck", "decks", "face_down", "deal", "stealing_joker_wins", "loser_pays")
# The conventions under which the simulation gives the published figures. The source itself does
# not name its conventions.
SOURCE = Conventions(order="coin", running_out="borrow")


class SimulationForm(forms.Form):
    """The form for the conventions that the rules leave open, the number of manches, the seed."""

    order = forms.ChoiceField(
        label=gettext_lazy("Cartes gagnées sous le tas"), choices=ORDERS, initial="coin"
    )
    running_out = forms.ChoiceField(
        label=gettext_lazy("À court de cartes dans une bataille"),
        choices=RUNNING_OUT,
        initial="borrow",
    )
    games = forms.IntegerField(
        label=gettext_lazy("Manches simulées"), min_value=1, max_value=MOST_GAMES, initial=10_000
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Graine du hasard"),
        min_value=0,
        max_value=2**31 - 1,
        initial=1,
        help_text=gettext_lazy("La même graine redonne les mêmes manches."),
    )


def asked_of(values: Mapping[str, Any]) -> Conventions:
    """Return the conventions that the simulation uses."""
    return conventions(values["rules"], order=values["order"], running_out=values["running_out"])


def run(values: Mapping[str, Any], progress: ProgressCallback) -> dict[str, Any]:
    """Run the simulation and return its results. The loop is first compiled or loaded from disk."""
    return simulate(asked_of(values), games=values["games"], seed=values["seed"], progress=progress)


def estimate(values: Mapping[str, Any]) -> Estimate:
    """Return the estimated work, which grows with the number of cards."""
    cards = asked_of(values).cards
    ms = values["games"] * (OF_A_GAME + OF_A_PAIR * cards**2)
    return Estimate(ms, 4 * MEGABYTE)


def unfit(rules: Any) -> tuple[str, str, Text] | None:
    """Refuse open games, in which people choose their cards, so that chance can't play them.

    Return the code, field and sentence of the refusal, or None if the rules can be simulated.
    """
    if not rules.open_hands:
        return None
    text = _("À la bataille ouverte chacun choisit sa carte : le hasard ne la joue pas.")
    return "open_hands_not_simulated", "preset", text


def answer(values: Mapping[str, Any], result: Mapping[str, Any]) -> Answer:
    """Return the answer: how long the manches lasted and who won."""
    games, here = values["games"], asked_of(values)
    lengths = lengths_of(result)
    endless = result["outcomes"][ENDLESS] / games
    return Answer(
        sentence=_sentence(lengths, games),
        figures=_figures(result, lengths, games, endless),
        grids=(_outcomes(result, games), _hands(result, here), *_lengths(result, lengths)),
        plots=_plots(result, lengths),
        published=_published(result, lengths, here),
        remarks=_remarks(result, here, games),
    )


def _sentence(lengths: Lengths | None, games: int) -> str:
    if lengths is None:
        return _("Aucune des %(games)s manches ne finit.") % {"games": figure(games)}
    return _("%(games)s manches : %(mean)s plis en moyenne, une sur deux finit en %(median)s.") % {
        "games": figure(games),
        "mean": figure(round(lengths.mean)),
        "median": figure(lengths.median),
    }


def _figures(
    result: Mapping[str, Any], lengths: Lengths | None, games: int, endless: float
) -> tuple[Figure, ...]:
    error = share_error(endless, games)
    never = Figure("endless", _("Ne finissent jamais"), endless, "share", error)
    if lengths is None:
        return (never,)
    battles = result["battles"] / lengths.ended
    return (
        Figure("mean", _("Plis en moyenne"), lengths.mean, "number", lengths.error),
        Figure("median", _("Médiane"), lengths.median, "count"),
        Figure("deviation", _("Écart-type d'une manche"), lengths.deviation, "number"),
        Figure("battles", _("Batailles en moyenne"), battles, "number"),
        Figure("longest", _("La plus longue"), lengths.longest, "count"),
        never,
    )


def _outcomes(result: Mapping[str, Any], games: int) -> AnswerGrid:
    names = (
        _("gagnées par la première main"),
        _("gagnées par la seconde"),
        _("nulles"),
        _("sans fin"),
    )
    return AnswerGrid(
        _("Issues"),
        (
            AnswerColumn(_("Manches")),
            AnswerColumn(_("Nombre"), "count"),
            AnswerColumn(_("Part"), "share"),
            AnswerColumn(_("Erreur type"), "share"),
        ),
        [
            (name, count, count / games, share_error(count / games, games))
            for name, count in zip(names, result["outcomes"], strict=True)
        ],
    )


def _kings(count: int) -> str:
    return ngettext("%(count)s roi", "%(count)s rois", count) % {"count": count}


def _hands(result: Mapping[str, Any], here: Conventions) -> AnswerGrid:
    """Return a grid of the chances to win, by the aces and by the kings of the first hand."""
    most = 4 * here.decks
    rows = [
        *((_("%s as") % held, chance(result, aces=held)) for held in range(most, -1, -1)),
        *((_kings(held), chance(result, kings=held)) for held in range(most, -1, -1)),
        *(
            (
                _("%s, les as partagés") % _kings(held),
                chance(result, aces=most // 2, kings=held),
            )
            for held in (most, 0)
        ),
    ]
    return AnswerGrid(
        _("Chances de gagner selon la première main"),
        (
            AnswerColumn(_("La main reçoit")),
            AnswerColumn(_("Mains"), "count"),
            AnswerColumn(_("Chance de gagner"), "share"),
            AnswerColumn(_("Erreur type"), "share"),
        ),
        [(name, odds.hands, odds.share, odds.error) for name, odds in rows if odds.hands],
    )


def _histogram(result: Mapping[str, Any], lengths: Lengths) -> list[tuple[str, int]]:
    """Return the numbers of manches by length, in classes of equal width.

    The last class also has all longer manches.
    """
    counts = {int(length): count for length, count in result["lengths"].items()}
    width = max(1, -(-_most_shown(lengths) // BARS))
    width = -(-width // 10) * 10 if width > 10 else width
    bars = [0] * BARS
    for length, count in counts.items():
        bars[min(BARS - 1, (length - 1) // width if length else 0)] += count
    names = [f"{number * width + 1}–{(number + 1) * width}" for number in range(BARS)]
    names[-1] = f"> {(BARS - 1) * width}"
    rows = list(zip(names, bars, strict=True))
    while len(rows) > 1 and rows[-1][1] == 0:
        rows.pop()
    return rows


def _most_shown(lengths: Lengths) -> int:
    return max(BARS, min(lengths.longest, lengths.median * 4))


def _lengths(result: Mapping[str, Any], lengths: Lengths | None) -> tuple[AnswerGrid, ...]:
    if lengths is None:
        return ()
    passed, rows = 0, []
    for name, count in _histogram(result, lengths):
        passed += count
        rows.append((name, count, count / lengths.ended, passed / lengths.ended))
    return (
        AnswerGrid(
            _("Durées"),
            (
                AnswerColumn(_("Plis")),
                AnswerColumn(_("Manches"), "count"),
                AnswerColumn(_("Part"), "share"),
                AnswerColumn(_("Part finie alors"), "share"),
            ),
            rows,
        ),
    )


def _plots(result: Mapping[str, Any], lengths: Lengths | None) -> tuple[Plot, ...]:
    if lengths is None:
        return ()
    bars = [(name, count / lengths.ended) for name, count in _histogram(result, lengths)]
    most = len(result["hands"]) - 1
    chances = [(_("%s as") % held, chance(result, aces=held)) for held in range(most, -1, -1)]
    won = [(name, odds.share) for name, odds in chances if odds.share is not None]
    return (
        Plot(_("Combien de plis dure une manche"), bars, "share"),
        Plot(_("Chance de gagner selon les as reçus"), won, "share"),
    )


def _published(
    result: Mapping[str, Any], lengths: Lengths | None, here: Conventions
) -> tuple[Published, ...]:
    """Return the published figures, and the conventions under which the simulation gives them.

    The source itself does not name its conventions.
    """
    met = here == SOURCE
    tens = _(
        "À 52 cartes avec une carte cachée, les cartes ramassées à pile ou face et l'emprunt au "
        "tas de l'autre : %s. Avec un ordre fixe de ramassage, c'est bien moins long."
    )
    return (
        *_published_lengths(lengths, met, tens),
        *_published_with_aces(result, met, tens),
        *_published_with_kings(result, met, tens),
    )


def _published_lengths(
    lengths: Lengths | None, met: bool, tens: str
) -> tuple[Published, Published]:
    enough = lengths if lengths and lengths.ended >= ENOUGH else None
    mean, median = (enough.mean, enough.median) if enough else (None, None)
    error = enough.error if enough else 0.0
    return (
        Published(
            _("Plis en moyenne"),
            "480",
            mean,
            "number",
            tens % _("481,6 (± 0,4) sur un million de manches, 480 à la dizaine"),
            met=met,
            step=10,
            error=error,
        ),
        Published(
            _("Médiane"),
            "360",
            median,
            "count",
            tens % _("360 sur un million de manches"),
            met=met,
            step=10,
            # This is the standard error of a median. It is about right for any distribution of
            # lengths.
            error=1.25 * error,
        ),
    )


def _published_with_aces(
    result: Mapping[str, Any], met: bool, tens: str
) -> tuple[Published, Published]:
    return (
        _published_chance(
            _("Chance de gagner avec quatre as"),
            "90 %",
            chance(result, aces=4),
            _(
                "Ne sort qu'arrondi à la dizaine : 87,2 % avec ces conventions. Aucune autre ne "
                "donne 90 : 88 % quand la manche est perdue à court de cartes, 91 à 93 % avec un "
                "ordre fixe."
            ),
            met=met,
            step=10,
        ),
        _published_chance(
            _("Chance de gagner avec trois as"),
            "70 %",
            chance(result, aces=3),
            tens % _("69,1 %, 70 à la dizaine"),
            met=met,
            step=10,
        ),
    )


def _published_with_kings(
    result: Mapping[str, Any], met: bool, tens: str
) -> tuple[Published, Published]:
    return (
        _published_chance(
            _("Chance de gagner avec quatre rois"),
            "56 %",
            chance(result, kings=4),
            _("Ne sort pas pour toute main de quatre rois : 53,0 % avec ces conventions."),
            met=met,
            step=1,
        ),
        _published_chance(
            _("Avec quatre rois, et deux as de chaque côté"),
            "56 %",
            chance(result, aces=2, kings=4),
            tens % _("56,3 %, quand les as sont partagés : sans doute ce que la source a compté"),
            met=met,
            step=1,
        ),
    )


def _published_chance(
    claim: str, theirs: str, ours: Chance, condition: str, *, met: bool, step: int
) -> Published:
    error = _judged_error(ours)
    return Published(claim, theirs, ours.share, "share", condition, met, step, error)


def _judged_error(won: Chance) -> float:
    """Return the standard error with which a share is compared.

    If a sample was won by all hands or by none, its own standard error is 0, although the share
    is not certain. So the error of a share just inside these bounds is used instead.
    """
    if not won.hands or won.share is None:
        return 0.0
    rest = 1 / (won.hands + 1)
    return max(won.error or 0.0, share_error(min(max(won.share, rest), 1 - rest), won.hands))


def _remarks(result: Mapping[str, Any], here: Conventions, games: int) -> tuple[str, ...]:
    if result["outcomes"][ENDLESS]:
        return ()
    text = (
        _("Aucune manche sans fin trouvée : à 95 %%, moins d'une sur %s.")
        % figure(max(1, games // 3))
        if here.fixed
        else _("Quand le hasard range les cartes gagnées, une manche finit tôt ou tard.")
    )
    return (text,)


QUESTIONS = (
    Question(
        slug="simulation",
        title=gettext_lazy("Combien de temps, et qui gagne ?"),
        lead=gettext_lazy(
            "La durée d'une manche à deux, et les chances de gagner selon les as et les rois reçus."
        ),
        how=gettext_lazy(
            "Simulé : chaque manche est distribuée et jouée jusqu'au bout, au hasard tiré de la "
            "graine. « ± » est l'erreur type. Avec un ordre fixe, une manche qui revient au même "
            "point est dite sans fin ; sinon, après 50 000 plis."
        ),
        answer=answer,
        form=SimulationForm,
        rules=RULES,
        run=run,
        compiled=True,
        estimate=estimate,
        always_long=True,  # even a short simulation would make a page wait for the compiler
        unfit=unfit,
    ),
)
