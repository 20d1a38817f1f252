"""A world in which everything that outsiders must not see has the same mark.

The mark is on the names of members-only, hidden, merged and removed people; on notes, records,
tournaments and matches of a members-only club, and on its address; and on a tournament that is
still a draft.
"""

from clubs import services as club_services
from clubs.links.services import make_table_link
from clubs.models import Club, ClubPlayer, Membership, Merge, Player
from games.match.permissions import edit_token
from games.models import Change, Match, Seat, Side
from games.services import SeatAsked
from games.services import make_link as match_link
from leaderboards.models import Feat, Witness
from leaderboards.services import process_due
from tests import factories
from tests.factories import ALL_TAKEN, IN_100
from tests.permissions.world import World, session_of
from tests.tournaments.stages import arranged
from tests.transmission.families import attested
from tournaments.links import make_link
from tournaments.models import Entrant, LogEntry, Tournament
from tournaments.services import EntrantAsked, Writing, draw, enter, publish
from transmission import models as lineage

# No token of letters and figures can contain the mark by chance.
MARK = "zq_zq"
# The ids of hidden people. No answer contains them, except a graph's.
UNTOLD = (87650000, 87660000, 87670000, 87680000)
# Outsiders: a visitor, an account without a club, a member and an owner of other clubs, and a
# former officer. The sharing owner's club has a person of both clubs on its list. None of them
# has any rights here. The former officer had this role in both clubs, and still carries every
# link made then.
OUTSIDERS = ("visitor", "no club", "other member", "sharing owner", "former officer")


class Secrets(World):
    """The permission world, with the mark on all that is private."""

    def __init__(self):
        super().__init__()
        self.mark_the_closed_club()
        self.plant_people()
        self.plant_lineage()
        self.plant_records()
        self.add_outsiders()

    def mark_the_closed_club(self):
        """Put the mark on the members-only club's own names, and on the names in its matches."""
        club = self.clubs["private"]
        Club.objects.filter(pk=club.pk).update(
            name=f"{MARK} club", slug=f"{MARK}-club", city=f"{MARK}ville", logo_text=MARK
        )
        club.refresh_from_db()
        for player in Player.objects.filter(club_players__club=club):
            self.rename(player, f"{MARK} {player.name}")
        Side.objects.filter(match__club=club).update(name=f"{MARK} camp")
        Seat.objects.filter(match__club=club, player=None).update(guest_name=f"{MARK} place")
        Change.objects.filter(club=club).update(after={"sides": [f"{MARK} camp"] * 2})

    def rename(self, player, name):
        Player.objects.filter(pk=player.pk).update(name=name)
        ClubPlayer.objects.filter(player=player).update(name_key=name.casefold())

    def plant_people(self):
        """Add people to the public club: one hidden, one merged into a hidden one, one shown by
        initials.

        Add people to the closed club: one taken off its list, and one who is also on the public
        club's list.
        """
        owner = factories.Caller(user=self.accounts["site owner"])
        public, closed = self.clubs["public"], self.clubs["private"]
        self.players |= {
            "hidden": factories.player(f"{MARK} cachée", public, shown="hidden", pk=UNTOLD[0]),
            "initials": factories.player(f"Anna {MARK}", public, shown="initials"),
            "removed": factories.player(f"{MARK} retirée", closed),
            "off": factories.player(f"{MARK} partie", public),
            "both": factories.player("Ève Roy", public, closed),
            "veiled": factories.player(f"{MARK} voilée", public, pk=UNTOLD[1]),
        }
        # The closed club's name for her is private. People hidden by the public club may be seen
        # by its members.
        own = ClubPlayer.objects.filter(club=closed, player=self.players["both"])
        own.update(name=f"{MARK} surnom", name_key=f"{MARK} surnom")
        veiled = ClubPlayer.objects.filter(player=self.players["veiled"])
        veiled.update(shown="hidden")
        # The person who started the matches is only on the closed club's list.
        factories.player(f"{MARK} marqueuse", closed, user=self.accounts["owner"])
        survivor = factories.player(f"{MARK} survivante", public, shown="hidden", pk=UNTOLD[2])
        absorbed = factories.player(f"{MARK} réunie", public, pk=UNTOLD[3])
        club_services.merge(survivor=survivor, absorbed=absorbed, caller=owner)
        self.players |= {"survivor": survivor, "merged": absorbed}
        self.play([self.players[name] for name in ("hidden", "survivor", "initials", "both")])
        self.play([self.players[name] for name in ("veiled", "survivor", "initials", "both")])
        for name, club in (("removed", closed), ("off", public)):
            club_services.remove_from_list(club=club, player=self.players[name], caller=owner)

    def play(self, people):
        """Record a finished match of the public club between these people."""
        seats = [SeatAsked(player=person.pk) for person in people]
        starter = factories.Caller(user=self.accounts["owner"])
        club = self.clubs["public"]
        match = factories.started(club=club, by=starter, rules=IN_100, seats=seats)
        self.matches["shy"] = factories.recorded(match, ALL_TAKEN)

    def plant_lineage(self):
        """Add links through each of them to somebody whom everyone may name, and notes."""
        closed, public = self.clubs["private"], self.clubs["public"]
        end = self.others["public"]
        for name in ("hidden", "survivor", "removed", "off", "private", "veiled"):
            teacher = self.players[name]
            if name != "private":
                attested(teacher, public)
            self.lineage_link(teacher, end, public)
            self.lineage_link(end, factories.player(f"{MARK} {name} élève", closed), closed)
        self.lineage_link(self.players["both"], end, closed)
        lineage.Source.objects.filter(club=closed).update(note=f"{MARK} note")
        lineage.Source.objects.create(
            game="dix", club=closed, player=self.players["both"], note=f"{MARK} note"
        )
        lineage.Link.objects.filter(club=closed).update(note=f"{MARK} note")

    def lineage_link(self, teacher, learner, club):
        lineage.Link.objects.create(
            game="dix", club=club, teacher=teacher, learner=learner, note=f"{MARK} note",
            confirmed=True, year=2001,
        )  # fmt: skip

    def plant_records(self):
        """Add records by hand for the closed club, a draft tournament of the public club, and
        boards.
        """
        closed = self.clubs["private"]
        Feat.objects.filter(club=closed).update(text=f"{MARK} fait", witness=f"{MARK} témoin")
        feat = Feat.objects.create(
            game="dix", club=self.clubs["public"], text="Dix", date="2026-01-01"
        )
        feat.players.set([self.players[name] for name in ("hidden", "removed", "veiled")])
        Witness.objects.create(
            club=closed, match=self.matches["private"], code="partie_won", name=f"{MARK} témoin"
        )
        draft = arranged(
            self.clubs["public"], self.accounts["site owner"], name=f"{MARK} brouillon"
        )
        Tournament.objects.filter(pk=draft.pk).update(state="draft")
        self.with_links(draft)
        self.nights["draft"] = draft
        shut = arranged(self.clubs["public"], self.accounts["site owner"], name=f"{MARK} fermé")
        Tournament.objects.filter(pk=shut.pk).update(public=False)
        self.nights["shut"] = self.with_links(shut)
        self.nights["shy"] = self.with_links(self.played_by_the_shy())
        process_due()

    def played_by_the_shy(self):
        """Return a public tournament with one round, which two hidden people have entered."""
        owner = self.accounts["site owner"]
        night, by = arranged(self.clubs["public"], owner), Writing(factories.Caller(user=owner))
        seats = [SeatAsked(player=self.players[name].pk) for name in ("hidden", "veiled")]
        enter(tournament_id=night.pk, entrants=[EntrantAsked(players=seats)], by=by)
        draw(tournament_id=night.pk, by=by)
        publish(tournament_id=night.pk, number=1, by=by)
        return night

    def add_outsiders(self):
        sharing = factories.club("partage")
        ClubPlayer.objects.create(club=sharing, player=self.players["both"], name_key="ève roy")
        self.accounts |= {
            "no club": factories.user(),
            "other member": factories.member(factories.club("voisin")),
            "sharing owner": factories.member(sharing, "owner"),
            "former officer": self.expelled(),
        }
        for caller in OUTSIDERS[1:]:
            self.sessions[caller] = session_of(self.accounts[caller])

    def expelled(self):
        """Return the account of a former officer of both clubs, who made every link that an officer
        can make.
        """
        account, closed = factories.user(), self.clubs["private"]
        memberships = [
            Membership.objects.create(club=club, user=account, role="officer")
            for club in self.clubs.values()
        ]
        by = factories.Caller(user=account)
        guests = [SeatAsked(name=f"{MARK} {name}") for name in factories.NAMES]
        own = factories.started(club=closed, by=by, seats=guests)
        self.matches["former"] = own
        self.kept_token = edit_token(own)
        self.nights["closed"] = self.nights["private"]
        Tournament.objects.filter(pk=self.nights["closed"].pk).update(name=f"{MARK} tournoi")
        self.kept_links = {
            night.pk: make_link(
                tournament=night, kind="run_tournament", lasts=None, caller=by
            ).token
            for night in (self.nights[name] for name in ("closed", "draft", "shut"))
        }
        self.kept_links["table"] = make_table_link(club=closed, lasts=None, caller=by).token
        for kind in ("see", "score_match"):
            made = match_link(match_id=self.matches["private"].pk, kind=kind, lasts=None, caller=by)
            self.kept_links[kind] = made.token
        for membership in memberships:
            membership.delete()
        return account

    def arrange(self, kind, caller):
        """Arrange the match for this caller, unless it is the one that the former officer
        started.
        """
        if not kind.startswith("former"):
            super().arrange(kind, caller)

    def program(self, kind, caller, carried=None):
        if caller == "former officer":
            night = self.tournament.pk if self.tournament else None
            other = self.kept_links["see" if kind.startswith("private") else "table"]
            token = self.kept_links.get(night, other)
            carried = self.kept_token if kind.startswith("former") else token
        return super().program(kind, caller, carried)

    def browser(self, kind, caller, carried=None):
        if caller == "former officer":
            carried = "~".join(self.kept_links.values())
        client = super().browser(kind, caller, carried)
        if caller == "former officer":
            client.cookies["tables"] = f"{self.matches['former'].pk}:{self.kept_token}"
        return client

    def carried(self, kind, caller):
        """Outsiders carry none of the links of the permission table."""
        return None if caller in OUTSIDERS else super().carried(kind, caller)

    def tournament_words(self, name):
        if name != "private":
            return {}
        return {"name": f"{MARK} tournoi", "entered": (f"{MARK} a & {MARK} b", f"{MARK} c & d")}

    def tournament_at(self, kind, stage):
        """Return the draft, the members-only tournament or another special one, otherwise one of
        the usual tournaments.
        """
        name = kind.split()[0]
        if name in ("draft", "shut", "shy", "closed"):
            return self.nights[name]
        known = len(self.tournaments)
        night = super().tournament_at(kind, stage)
        if len(self.tournaments) > known:
            self.fingerprint = None
        return night

    def begin(self):
        super().begin()
        self.fingerprint = None

    def unchanged(self):
        """Whether everything that outsiders may not change is unchanged. The first call stores
        it.
        """
        now = self.theirs()
        self.fingerprint = self.fingerprint or now
        return now == self.fingerprint

    def matches_of_others(self):
        """Return the closed club's matches, except the one whose tokens end with the former
        officer's account.
        """
        rows = Match.objects.filter(club=self.clubs["private"]).order_by("pk")
        return rows.exclude(pk=self.matches["former"].pk)

    def theirs(self):
        """Return everything that outsiders may not change, as it is stored."""
        closed = self.clubs["private"]
        people = [player.pk for player in self.players.values()]
        return [
            list(Club.objects.filter(pk=closed.pk).values()),
            list(Player.objects.filter(pk__in=people).order_by("pk").values()),
            list(ClubPlayer.objects.filter(club=closed).order_by("pk").values()),
            list(Membership.objects.filter(club=closed).order_by("pk").values()),
            list(self.matches_of_others().values()),
            list(Merge.objects.order_by("pk").values_list("pk", "kept")),
            list(Feat.objects.filter(club=closed).order_by("pk").values()),
            list(lineage.Link.objects.order_by("pk").values()),
            list(lineage.Source.objects.order_by("pk").values()),
            list(
                Tournament.objects.filter(club=closed).order_by("pk").values_list("pk", "version")
            ),
            LogEntry.objects.filter(tournament__club=closed).count(),
            Entrant.objects.filter(tournament__club=closed).count(),
        ]
