"""The log in words: a sentence for each kind of event of a tournament."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.models import User
from clubs.wording import public_account_name, roles_told
from games.presentation.wording import figure, signed
from games.registry.game import Text
from tournaments.log_queries import Logged
from tournaments.models import Entrant, LogEntry, Tournament
from tournaments.presentation import open_rounds
from tournaments.presentation.money import money
from tournaments.presentation.questions.correction import LATER
from tournaments.services import TableAddress
from tournaments.view import View

Data = Mapping[str, Any]
# The most names in one sentence.
NAMED = 6
STATES = {**dict(Tournament.State.choices), **dict(Entrant.State.choices)}
PARTS: Mapping[str, Text] = {
    "name": gettext_lazy("nom"),
    "date": gettext_lazy("date"),
    "place": gettext_lazy("lieu"),
    "public": gettext_lazy("qui peut regarder"),
    "room_tables": gettext_lazy("tables de la salle"),
    "start_at": gettext_lazy("heure de début"),
    "end_by": gettext_lazy("heure de fin"),
    "about": gettext_lazy("ce que l'on dit aux gens"),
    "contact": gettext_lazy("contact"),
    "price": gettext_lazy("prix"),
    "price_per": gettext_lazy("prix"),
    "held_by": gettext_lazy("organisateur"),
    "people_count": gettext_lazy("nombre de personnes"),
    "team_count": gettext_lazy("nombre d'équipes"),
    "picture": gettext_lazy("photo"),
    "screen": gettext_lazy("grand écran"),
    "game": gettext_lazy("jeu"),
    "preset": gettext_lazy("règles"),
    "rules": gettext_lazy("règles"),
    "format": gettext_lazy("formule"),
    "options": gettext_lazy("options"),
    "tie_breaks": gettext_lazy("départage"),
    "seed": gettext_lazy("graine"),
}
TIMERS: Mapping[str, Text] = {
    "start": gettext_lazy("Minuteur lancé : %(minutes)s min."),
    "pause": gettext_lazy("Minuteur en pause."),
    "reset": gettext_lazy("Minuteur remis à %(minutes)s min."),
}


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the log, with its event in words.

    `by` names the writer. It is shown to organisers only.
    """

    version: int
    at: datetime
    text: str
    by: str = ""


def lines(view: View, entries: Sequence[Logged], first: int, past: int) -> list[JournalLine]:
    """Return lines of the log in the reader's language, newest first.

    Counted from the newest, they are the lines from `first` up to but not including `past`.
    """
    sentences = _Sentences(view)
    journal_lines = []
    number = view.drawn[-1].number if view.drawn else 1
    newest = list(islice(reversed(entries), past))
    accounts = _accounts(newest[first:]) if view.can_run else {}
    roles = roles_told(accounts.values(), view.tournament.club, view.caller)
    # Whether a draft comes after the entry. A draw without one has added tables to a round.
    draft = bool(view.drawn) and view.drawn[-1].state == "draft"
    for at, entry in enumerate(newest):
        data = entry.data
        # The data of a draw do not contain the number of the round. It is taken from the next
        # event of that round.
        if entry.kind in ARRANGED:
            number, draft = data.get("round", number), True
        if entry.kind == "drawn":
            adds = view.folded.options.open_rounds and not draft
            data, draft = {"round": number, "adds": adds, **data}, False
        if at < first:
            continue
        by = _author(accounts.get(entry.by_id), entry.by_link, roles) if view.can_run else ""
        journal_lines.append(
            JournalLine(entry.version, entry.at, sentences.of(entry.kind, data), by)
        )
    return journal_lines


def _accounts(entries: Sequence[Logged]) -> Mapping[int | None, User]:
    """Return the accounts that wrote these entries, by id."""
    ids = {entry.by_id for entry in entries if entry.by_id is not None}
    return {
        account.pk: account for account in User.objects.select_related("player").filter(pk__in=ids)
    }


# The kinds of events that give a table its result.
RESULT_KINDS = ("reported", "confirmed", "corrected")


def last_report(view: View, at: TableAddress) -> JournalLine | None:
    """Return the line that says who reported a table's present result and when; None without a
    report.
    """
    reports = LogEntry.objects.filter(
        tournament=view.tournament,
        kind__in=RESULT_KINDS,
        data__round=at.round,
        data__table=at.table,
    )
    entry = reports.select_related("by__player").order_by("-version").first()
    if entry is None:
        return None
    roles = roles_told([entry.by], view.tournament.club, view.caller)
    by = _author(entry.by, entry.by_link, roles) if view.can_score else ""
    return JournalLine(entry.version, entry.at, "", by)


def _author(account: User | None, link: str, roles: Mapping[int | None, str]) -> str:
    """Return the writer's public name, or the kind of link used without an account.

    The text is empty for a match's own report, for deleted accounts, and for old entries that do
    not record the kind of link.
    """
    role = roles.get(account.pk, "") if account is not None else ""
    return public_account_name(account, role) or (str(LogEntry.Link(link).label) if link else "")


# The kinds of events of a draft round that record the number of the round.
ARRANGED = ("swapped", "locked", "redrawn", "published")


class _Sentences:
    """Makes the sentence for a log entry, by kind of event."""

    def __init__(self, view: View) -> None:
        self.view, self.names = view, view.names
        self.by_kind: Mapping[str, Callable[[Data], str]] = {
            "opened": lambda data: _("Tournoi créé."),
            "set_up": self._set_up,
            "described": self._set_up,
            "entered": self._entered,
            "entrants_changed": self._changed,
            "entrant_deleted": lambda data: (
                _("Inscription n° %(number)s effacée.") % {"number": data["entrant"]}
            ),
            "link_renewed": lambda data: (
                _("%(name)s : nouveau lien, l'ancien ne sert plus.")
                % {"name": self._named([data["entrant"]])}
            ),
            "entrant_state": lambda data: _("%(name)s : %(state)s.") % self._state(data),
            "entrant_waits": lambda data: (
                _("%(name)s : numéro %(place)s de la liste d'attente.")
                % {"name": self._named([data["entrant"]]), "place": data["place"]}
            ),
            "entrant_seed": self._seed,
            "rated": self._rated,
            "decided": lambda data: (
                _("Personne n'est plus désigné vainqueur.")
                if data["winner"] is None
                else _("%(name)s est désigné vainqueur.") % {"name": self._named([data["winner"]])}
            ),
            "state": lambda data: (
                _("Le tournoi est maintenant : %(state)s.") % {"state": STATES[data["state"]]}
            ),
            "palmares": lambda data: _("Palmarès saisi."),
            "sign_up": self._sign_up,
            "paid": self._paid,
            "noted": lambda data: (
                _("Téléphone ou licence noté : %(names)s.") % {"names": self._named(data["noted"])}
            ),
            "fee": lambda data: (
                _("Somme à régler : %(sum)s.") % {"sum": money(data["sum"])}
                if data["sum"] is not None
                else _("Rien à régler.")
            ),
            "timer": lambda data: str(TIMERS[data["action"]]) % {"minutes": data.get("minutes")},
            "drawn": self._drawn,
            "swapped": lambda data: (
                (
                    _("%(names)s échangés.")
                    if self._at_once(data)
                    else _("Ronde %(round)s : %(names)s échangés.")
                )
                % {**data, "names": self._named(data["swap"])}
            ),
            "locked": self._locked,
            "redrawn": lambda data: (
                (
                    _("Toutes les rondes tirées à nouveau, graine %(seed)s.")
                    if self._at_once(data)
                    else _("Ronde %(round)s tirée à nouveau, graine %(seed)s.")
                )
                % dict(data)
            ),
            "seated": lambda data: _("Ronde reprise d'un fichier."),
            "rests_asked": lambda data: (
                _("Repos demandés pour la ronde %(round)s : %(names)s.")
                % {**data, "names": self._named([int(number) for number in data["rests"]])}
            ),
            "partners_answered": self._partners,
            "published": self._of_round(
                _("Ronde %(round)s publiée."), _("Toutes les rondes publiées.")
            ),
            "withdrawn": self._of_round(
                _("Ronde %(round)s retirée : brouillon à nouveau."),
                _("Toutes les rondes retirées : brouillon à nouveau."),
            ),
            "closed": self._of_round(_("Ronde %(round)s close."), _("Toutes les rondes closes.")),
            "challenged": lambda data: (
                _("%(one)s défie %(other)s.")
                % {
                    "one": self._named([data["challenger"]]),
                    "other": self._named([data["challenged"]]),
                }
            ),
            "challenge_withdrawn": lambda data: _("%(table)s : défi retiré.") % self._at(data),
            "brought_up": lambda data: (
                _("Échelle mise à jour au %(day)s.")
                % {"day": date_format(date.fromisoformat(data["on"]), "j F Y")}
            ),
            "playing": lambda data: _("%(table)s : match commencé.") % self._at(data),
            "reported": self._reported,
            "confirmed": lambda data: _("%(table)s : résultat confirmé.") % self._at(data),
            "corrected": self._corrected,
            "asked": lambda data: (
                _("%(table)s : le match corrigé donne %(result)s ; une décision est attendue.")
                % {**self._at(data), "result": self._result(data)}
            ),
            "refused": lambda data: (
                _("%(table)s : le résultat reste comme il est.") % self._at(data)
            ),
            "board_played": self._board,
            "boards_solved": lambda data: (
                _("Par connu : donnes %(boards)s.") % {"boards": ", ".join(data["pars"])}
            ),
            "deals_entered": lambda data: (
                _("%(table)s : cartes notées, donne %(boards)s.")
                % {**self._at(data), "boards": ", ".join(map(str, data["boards"]))}
                if "table" in data
                else _("Donnes reprises d'un fichier.")
            ),
            "results_merged": lambda data: (
                _("Résultats d'ailleurs : %(name)s.") % {"name": data["name"]}
            ),
            "taken_back": lambda data: (
                _("%(table)s : résultat retiré%(later)s.")
                % {**self._at(data), "later": _later(data)}
            ),
        }

    def of(self, kind: str, data: Data) -> str:
        """Return the sentence for an entry, or its kind if its data can't be read."""
        try:
            return self.by_kind[kind](data)
        except (KeyError, TypeError, ValueError):
            return kind  # an imported log may hold data that our own writes never produce

    def _named(self, numbers: Sequence[int]) -> str:
        return ", ".join(self.names.get(number, str(number)) for number in numbers)

    def _partners(self, data: Data) -> str:
        parts = [
            text % {"names": self._named(data[name])}
            for name, text in (
                ("alone", _("en solo : %(names)s")),
                ("waiting", _("attendent un partenaire : %(names)s")),
            )
            if data[name]
        ]
        answers = " ; ".join(parts) or _("personne")
        if self._at_once(data):
            return _("Sans partenaire : %(told)s.") % {"told": answers}
        return _("Ronde %(round)s, sans partenaire : %(told)s.") % {**data, "told": answers}

    def _set_up(self, data: Data) -> str:
        parts = list(dict.fromkeys(str(PARTS[name]) for name in data if name in PARTS))
        return _("Changé : %(parts)s.") % {"parts": ", ".join(parts)}

    def _entered(self, data: Data) -> str:
        names = [str(entrant["name"]) for entrant in data["entrants"]]
        names_text = ", ".join(names[:NAMED]) + ("…" if len(names) > NAMED else "")
        text = ngettext(
            "%(count)s inscrit : %(names)s.", "%(count)s inscrits : %(names)s.", len(names)
        )
        return text % {"count": len(names), "names": names_text}

    def _changed(self, data: Data) -> str:
        names = self._named([entrant["entrant"] for entrant in data["entrants"]])
        if any(entrant.get("renewed") for entrant in data["entrants"]):
            return _("%(names)s : d'autres personnes, l'ancien lien ne sert plus.") % {
                "names": names
            }
        if all(entrant.get("vouched") for entrant in data["entrants"]):
            return _("%(names)s : inscription confirmée.") % {"names": names}
        return _("%(names)s : nom ou personnes corrigés.") % {"names": names}

    def _state(self, data: Data) -> dict[str, Any]:
        return {"name": self._named([data["entrant"]]), "state": STATES[data["state"]]}

    def _sign_up(self, data: Data) -> str:
        if not data.get("open"):
            return _("« Je viens » est fermé.")
        if data.get("limit") is None:
            return _("« Je viens » est ouvert.")
        return _("« Je viens » est ouvert. Nombre de places : %(count)s.") % {
            "count": data["limit"]
        }

    def _paid(self, data: Data) -> str:
        name = self._named([data["entrant"]])
        if data["sum"] is None:
            return _("%(name)s : à régler.") % {"name": name}
        return _("%(name)s : réglé, %(sum)s.") % {"name": name, "sum": money(data["sum"])}

    def _seed(self, data: Data) -> str:
        name = self._named([data["entrant"]])
        if data["seed"] is None:
            return _("%(name)s n'est plus tête de série.") % {"name": name}
        return _("%(name)s : tête de série %(seed)s.") % {"name": name, "seed": data["seed"]}

    def _rated(self, data: Data) -> str:
        count = len(data["ratings"])
        text = ngettext(
            "Force connue de %(count)s inscrit.", "Force connue de %(count)s inscrits.", count
        )
        return text % {"count": count}

    def _drawn(self, data: Data) -> str:
        words = {"round": data["round"], "seed": data.get("seed")}
        if data["adds"]:
            return _("Tables ajoutées pour les personnes arrivées en cours de route.")
        if self._at_once(data):
            if words["seed"]:
                return _("Toutes les rondes tirées, graine %(seed)s.") % words
            return _("Toutes les rondes tirées, par la graine du tournoi.")
        if words["seed"]:
            return _("Ronde %(round)s tirée, graine %(seed)s.") % words
        return _("Ronde %(round)s tirée, par la graine du tournoi.") % words

    def _locked(self, data: Data) -> str:
        words = {"round": data["round"], "tables": ", ".join(map(str, data["lock"]))}
        if self._at_once(data):
            return (
                _("Tables verrouillées : %(tables)s.") % words
                if words["tables"]
                else _("Aucune table verrouillée.")
            )
        if not words["tables"]:
            return _("Ronde %(round)s : aucune table verrouillée.") % words
        return _("Ronde %(round)s : tables verrouillées : %(tables)s.") % words

    def _result(self, data: Data) -> str:
        if data.get("forfeit"):
            return _("forfait (%(names)s)") % {"names": self._named(data["forfeit"])}
        return " – ".join(figure(score) for score in data.get("scores") or ())

    def _at(self, data: Data) -> dict[str, str]:
        return {"table": open_rounds.table_place(self.view, data["round"], data["table"])}

    def _of_round(self, single: str, every: str) -> Callable[[Data], str]:
        """Return the sentence on a round: `single`, or `every` if it is of all rounds."""

        def of(data: Data) -> str:
            return every if self._at_once(data) else single % dict(data)

        return of

    def _at_once(self, data: Data) -> bool:
        return open_rounds.is_at_once(self.view, data["round"])

    def _reported(self, data: Data) -> str:
        words = {**self._at(data), "result": self._result(data)}
        if data.get("side") is None:
            return _("%(table)s : %(result)s, signalé par un organisateur.") % words
        return _("%(table)s : %(result)s, signalé par un des camps.") % words

    def _board(self, data: Data) -> str:
        words = {**self._at(data), "board": data["board"]}
        if data.get("score") is None:
            return _("%(table)s : donne %(board)s.") % words
        words["score"] = signed(data["score"])
        return _("%(table)s : donne %(board)s, %(score)s.") % words

    def _corrected(self, data: Data) -> str:
        words = {**self._at(data), "result": self._result(data), "later": _later(data)}
        return _("%(table)s : corrigé, %(result)s%(later)s.") % words


def _later(data: Data) -> str:
    """Return the event's choice for later rounds, in parentheses; empty if it has none."""
    if not data.get("later"):
        return ""
    name, _summary = LATER[data["later"]]
    return f" ({str(name)[:1].lower()}{str(name)[1:]})"
