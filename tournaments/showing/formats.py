"""The formats in words, and the options that each of them reads."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from games.registry.game import Text

# Options that any format reads.
COMMON = ("check_in", "matches_per_table", "match_mode")
# What a table is worth in the standings.
POINTS = ("points_win", "points_draw", "points_loss", "points_bye")


@dataclass(frozen=True, slots=True)
class FormatText:
    """A format's name, one line of description, and its own options.

    `more` are options offered only by the settings: a first evening needs none of them.
    """

    name: Text
    summary: Text
    options: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


FORMATS: Mapping[str, FormatText] = {
    "swiss": FormatText(
        _("Suisse"),
        _("Tout le monde joue chaque ronde, contre qui a autant de points. Le plus sûr."),
        ("rounds", "forbid_rematch"),
        ("same_club", "bye_score", "difference_cap", *POINTS),
    ),
    "formule_x": FormatText(
        _("Formule X"),
        _("Tout le monde joue chaque ronde ; gagner rapporte un bonus, ses points et l'écart."),
        ("rounds", "bonus"),
        ("bye_score",),
    ),
    "cumulative": FormatText(
        _("Concours aux points"),
        _("Un nombre fixe de donnes par ronde ; les points marqués s'additionnent."),
        ("rounds", "deals", "draw_by"),
    ),
    "single_elimination": FormatText(
        _("Élimination directe"),
        _("Qui perd sort ; un tableau, une finale."),
        ("third_place", "cadrage", "b_final"),
    ),
    "double_elimination": FormatText(
        _("Double élimination"),
        _("Il faut perdre deux fois pour sortir."),
        ("reset_final",),
    ),
    "round_robin": FormatText(
        _("Toutes rondes"),
        _("Chacun rencontre tous les autres : jusqu'à 8 inscrits, c'est le plus juste."),
        ("cycles",),
        ("leaver", "difference_cap", *POINTS),
    ),
    "groups": FormatText(
        _("Poules, puis tableau"),
        _("De petites poules, puis les premiers s'éliminent."),
        ("groups", "qualifiers", "pool_style", "third_place", "b_final"),
        ("leaver", "difference_cap", *POINTS),
    ),
    "maastricht": FormatText(
        _("Maastricht"),
        _("Quelques rondes suisses, puis quatre tableaux A à D, chacun à son niveau."),
        ("rounds", "split", "third_place"),
        ("same_club", "bye_score", "difference_cap", *POINTS),
    ),
    "cascade": FormatText(
        _("Cascade"),
        _("Gagnants et perdants se séparent, puis chaque tableau A, B, C, D a sa finale."),
        ("depth", "third_place"),
    ),
    "melee": FormatText(
        _("Mêlée"),
        _("On s'inscrit à une personne et l'on change de partenaire à chaque ronde."),
        ("rounds",),
        ("bye_score", "difference_cap", *POINTS),
    ),
    "rotation": FormatText(
        _("Rotation"),
        _(
            "Un mouvement fixé d'avance, à imprimer. Les mêmes donnes à toutes les tables, si l'on"
            " veut : « Date, lieu, options » le dit."
        ),
        ("movement", "rounds", "table_size", "skip", "duplicate", "deals", "deals_by"),
        ("bye_score", "difference_cap", "place_points", *POINTS),
    ),
    "ladder": FormatText(
        _("Échelle"),
        _("Une liste qui vit des mois : on défie juste au-dessus, qui gagne prend la place."),
        ("places_up", "idle_days", "idle_places"),
    ),
    "tables": FormatText(
        _("Tables de trois à cinq"),
        _("Pour les jeux à plusieurs : les places à chaque table donnent des points."),
        ("rounds", "table_size"),
        ("place_points", "first_round", "later_rounds"),
    ),
}


def name_of(slug: str) -> Text:
    """Return a format's name."""
    return FORMATS[slug].name
