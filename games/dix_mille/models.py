"""The ruleset of a match of 10 000, and its turns."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.dix_mille.last_round import FINISH_ROUND, OFF, TURN_EACH, LastRoundField
from games.models import EntryBase, RulesBase, between


class MilleRules(RulesBase):
    """One column per rule. `games.dix_mille.engine.rulesets` refuses some combinations."""

    class Scoring(models.TextChoices):
        """The values of the dice."""

        CLASSIC = "classic", _("classique, à 5 dés")
        SIX_DICE = "six_dice", _("à 6 dés")
        ODD = "odd", _("combinaisons impaires")

    class ExtraDie(models.TextChoices):
        """The value of a die that equals an earlier figure of the turn."""

        NONE = "none", _("rien de plus")
        HUNDRED = "hundred", _("100, à côté d'une nouvelle figure")
        DOUBLE = "double", _("il double le brelan")

    class Full(models.TextChoices):
        """The points that the pair of a full adds."""

        PLAIN = "plain", _("le brelan seul")
        HALF_PAIR = "half_pair", _("le brelan et 50 fois la paire")
        PRODUCT = "product", _("100 fois le produit des deux")

    class MainPleine(models.TextChoices):
        """What follows when all dice have scored."""

        MUST_ROLL = "must_roll", _("relance obligatoire")
        MAY_STOP = "may_stop", _("arrêt permis")

    class LastRound(models.TextChoices):
        """Who may still play once a player has reached the target."""

        OFF = OFF, _("aucun")
        FINISH_ROUND = FINISH_ROUND, _("le tour de table se finit")
        TURN_EACH = TURN_EACH, _("un tour de table encore")

    dice = models.PositiveSmallIntegerField(_("dés"), default=5, choices=((5, "5"), (6, "6")))
    scoring = models.CharField(
        _("barème"), max_length=8, choices=Scoring.choices, default=Scoring.CLASSIC
    )
    target = models.PositiveIntegerField(
        _("score à atteindre"), default=10000, validators=between(1)
    )
    exact_target = models.BooleanField(_("l'atteindre exactement"), default=True)
    entry_score = models.PositiveIntegerField(
        _("points pour entrer"), default=700, validators=between(0)
    )
    entry_single_throw = models.BooleanField(_("entrer en un seul lancer"), default=False)
    no_fifty = models.BooleanField(_("pas d'arrêt sur 50"), default=True)
    coches_to_strike = models.PositiveSmallIntegerField(
        _("coches pour biffer"), default=3, validators=between(1, 100)
    )
    coches_consecutive = models.BooleanField(_("coches d'affilée"), default=True)
    collision = models.BooleanField(_("prendre la place de qui est au même score"), default=True)
    chain_collision = models.BooleanField(_("chutes en chaîne"), default=False)
    carry_over = models.BooleanField(_("« Je reprends ! »"), default=True)
    may_reroll_scoring = models.BooleanField(
        _("relancer des dés qui comptent, si l'on veut"), default=False
    )
    break_fives = models.BooleanField(_("casser les 5 pour finir rond"), default=True)
    extra_die = models.CharField(
        _("dé d'une figure déjà faite"),
        max_length=7,
        choices=ExtraDie.choices,
        default=ExtraDie.HUNDRED,
    )
    full = models.CharField(_("full"), max_length=9, choices=Full.choices, default=Full.PLAIN)
    main_pleine = models.CharField(
        _("main pleine"),
        max_length=9,
        choices=MainPleine.choices,
        default=MainPleine.MUST_ROLL,
    )
    win_on_main_pleine_from = models.PositiveIntegerField(
        _("gagner sur une main pleine à partir de"),
        null=True,
        blank=True,
        default=None,
        validators=between(0),
    )
    yam_of_aces_wins = models.BooleanField(
        _("un yam d'as (six as à six dés) gagne le match"), default=False
    )
    four_two_one = models.BooleanField(_("421 à trois dés : 2 000"), default=False)
    confirmation = models.BooleanField(_("figures à confirmer"), default=False)
    jokers = models.BooleanField(_("jokers"), default=False)
    late_suites = models.BooleanField(_("suites en plusieurs jets"), default=False)
    petit_palier = models.BooleanField(_("marquer les petits paliers (pp)"), default=False)
    had_last_round = models.BooleanField(default=False, editable=False, db_column="last_round")
    # Null only in rows that were written by an older version of the program.
    last_round = LastRoundField(
        _("dernier tour de table"),
        max_length=12,
        choices=LastRound.choices,
        default=LastRound.OFF,
        null=True,
        db_column="last_round_reading",
    )

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(scoring="six_dice", dice=6) | Q(scoring__in=("classic", "odd"), dice=5),
                name="mille_dice_with_scoring",
            ),
            models.CheckConstraint(condition=Q(target__gt=0), name="mille_target"),
            models.CheckConstraint(condition=Q(coches_to_strike__gte=1), name="mille_coches"),
            models.CheckConstraint(
                condition=Q(extra_die__in=("none", "hundred", "double")), name="mille_extra_die"
            ),
            models.CheckConstraint(
                condition=Q(full__in=("plain", "half_pair", "product")), name="mille_full"
            ),
            models.CheckConstraint(
                condition=Q(main_pleine__in=("must_roll", "may_stop")), name="mille_main_pleine"
            ),
            models.CheckConstraint(
                condition=Q(confirmation=False, jokers=False)
                | Q(confirmation=True, jokers=False, scoring="classic")
                | Q(confirmation=False, jokers=True, scoring="classic"),
                name="mille_confirmation_or_jokers",
            ),
            models.CheckConstraint(
                condition=Q(had_last_round=False) | Q(exact_target=True, collision=True),
                name="mille_last_round_needs_collision",
            ),
            models.CheckConstraint(
                condition=Q(last_round__isnull=True)
                | Q(last_round="off", had_last_round=False)
                | Q(last_round__in=("finish_round", "turn_each"), had_last_round=True),
                name="mille_last_round_known",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.scoring} {self.target}"


class MilleTurn(EntryBase):
    """One turn: its points, its throws, or a loss."""

    class Reason(models.TextChoices):
        """Why a turn was lost, if the dice do not show it."""

        OFF_TABLE = "off_table", _("dé hors de la piste")

    seat = models.PositiveSmallIntegerField(_("place de qui joue"))
    points = models.PositiveIntegerField(_("points du tour"), null=True, blank=True)
    bust = models.BooleanField(_("rien marqué"), default=False)
    # Null, not an empty text, if it was left out, as in every other column of an entry.
    reason = models.CharField(  # noqa: DJ001
        _("raison"), max_length=9, choices=Reason.choices, null=True, blank=True
    )
    carried = models.BooleanField(_("je reprends"), default=False)
    throws = models.JSONField(_("lancers"), null=True, blank=True)
    instant_win = models.BooleanField(_("match gagné d'un coup"), default=False)

    class Meta(EntryBase.Meta):
        constraints = (  # type: ignore[assignment]
            *EntryBase.Meta.constraints,
            models.CheckConstraint(
                condition=Q(instant_win=True, points__isnull=True, bust=False)
                | Q(instant_win=False, points__isnull=False),
                name="mille_turn_points_or_win",
            ),
            models.CheckConstraint(
                condition=Q(bust=False) | Q(points=0), name="mille_turn_bust_scores_nothing"
            ),
            models.CheckConstraint(
                condition=Q(reason__isnull=True) | Q(reason="off_table", bust=True),
                name="mille_turn_reason_of_bust",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.number}"
