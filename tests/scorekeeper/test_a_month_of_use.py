"""After a month of use nothing has grown without need: the worker deletes what is over."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from clubs import services as people
from clubs.accounts.links import Purpose, make_link
from clubs.callers import Caller
from jobs import registry, services
from jobs.job_owner import JobOwner
from jobs.worker import Loop
from tests import factories
from tests.tournaments.evening import evening
from tournaments.models import Delivery, Webhook
from tournaments.notices import webhooks

pytestmark = pytest.mark.django_db


def names(text):
    """Split a text into the labels of models."""
    return text.split()


# Tables of what people enter: they grow with that and with nothing else. Logs are kept for ever.
# So are the first answers of writes, because the API lets a client repeat a write at any time.
ENTERED = names("""
clubs.User clubs.Club clubs.ClubPreset clubs.Membership clubs.Player clubs.ClubPlayer clubs.Merge
clubs.ClubChange clubs.ApiToken clubs.FirstAnswer clubs.KnownGuest
games.Series games.Match games.Side games.Seat games.Change games.Proposal
dix.DixRules dix.DixHand dix.HandReview dix_mille.MilleRules dix_mille.MilleTurn yams.YamsRules
yams.YamsTurn maitre.MaitreRules maitre.MaitreManche bataille.BatailleRules bataille.BatailleManche
leaderboards.RatedMatch leaderboards.Ladder leaderboards.EntryChunk leaderboards.Standing
leaderboards.SeasonStanding
leaderboards.Meeting leaderboards.Found leaderboards.Feat leaderboards.Feat_players
leaderboards.Witness tournaments.DealtBoard tournaments.ResultsElsewhere
tournaments.Tournament tournaments.Entrant tournaments.Member tournaments.Round tournaments.Table
tournaments.LogEntry tournaments.Place tournaments.PlacePerson tournaments.FinalPlace
tournaments.Challenge tournaments.Challenge_clubs tournaments.Challenge_tournaments
tournaments.ClubEvening
tournaments.EnteredTable tournaments.TableMatch tournaments.TypedResult tournaments.Webhook
transmission.Graph transmission.Link transmission.Source transmission.Attestation
transmission.Action bulletin.Bulletin bulletin.BulletinText
account.EmailAddress mfa.Authenticator
""")
# Tables with a limited number of rows for each of those: one layout for a view, one file of a
# kind, three phones for an entrant until the tournament ends, one rebuild for a game, some long
# computations of each kind, the tasks of the whole site.
BOUNDED = names("""
transmission.StoredLayout transmission.GraphFile tournaments.PushSubscription
leaderboards.RebuildState games.KeptResult jobs.Upkeep
""")
# Tables of Django and of its packages that this site never fills.
UNUSED = names("""
auth.Group auth.Group_permissions clubs.User_groups clubs.User_user_permissions sessions.Session
account.EmailConfirmation axes.AccessLog axes.AccessFailureLog axes.AccessAttemptExpiration
auth.Permission contenttypes.ContentType
""")
# Tables from which rows are deleted once they are over. Rate counters have no model
# (`tests/ratelimits`).
EXPIRE = names("""
clubs.Session clubs.OneTimeLink clubs.Invitation clubs.CapabilityLink axes.AccessAttempt
jobs.Job jobs.DueTime django_tasks_database.DBTaskResult tournaments.Delivery leaderboards.DueMatch
""")


def all_models():
    labels = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    return {label for label in labels if not label.startswith("toy.")}


def test_every_table_is_known_to_stay_or_to_expire():
    """A new table fails here until it is added to one of these groups."""
    assert all_models() == {*ENTERED, *BOUNDED, *UNUSED, *EXPIRE}


@pytest.fixture
def kind():
    """A kind of work that is done immediately."""
    registry.work("essai.mois")(lambda _progress, _given: {})
    yield "essai.mois"
    registry.forget("essai.mois")


def sizes():
    return {name: apps.get_model(name)._default_manager.count() for name in EXPIRE}


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test moves."""
    real, moved = timezone.now, [timedelta()]
    monkeypatch.setattr("django.utils.timezone.now", lambda: real() + moved[0])

    def move(**by):
        moved[0] += timedelta(**by)

    return move


@pytest.mark.nightly
@pytest.mark.one_database
def test_what_expires_does_not_grow_from_the_third_month_to_the_fourth(clock, monkeypatch, kind):
    night = evening()
    hook = Webhook.objects.create(
        tournament_id=night.id, url="https://exemple.org/", secret="s", right="run_tournaments"
    )
    club = factories.club()
    owner, anne = factories.member(club, "owner"), factories.member(club)
    match, loop = factories.started(), Loop("essai")

    def nobody_answers(delivery):
        raise OSError

    monkeypatch.setattr(webhooks, "post", nobody_answers)

    def a_visit():
        factories.browser(anne)
        factories.browser().post("/compte/connexion/", {"login": "a@b.fr", "password": "faux"})
        make_link(user=anne, purpose=Purpose.RESET)
        factories.made(match)
        people.invite(club=club, caller=Caller(user=owner))
        services.start(kind=kind, arguments={}, by=JobOwner(account=anne))
        DBTaskResult.objects.create(
            task_path="essai", args_kwargs={"args": [], "kwargs": {}}, status="SUCCESSFUL",
            backend_name="default", queue_name="default", run_after=timezone.now(),
            exception_class_path="", traceback="", finished_at=timezone.now(),
        )  # fmt: skip
        Delivery.objects.create(
            tournament_id=night.id, webhook=hook, event="finished", body="{}", due_at=timezone.now()
        )
        for hours in (0, 1, 1, 1, 1, 2):
            clock(hours=hours)
            registry.due_works()["tournaments.webhooks"](lambda: False)
        clock(days=5)
        loop._tidy()

    after = []
    for _month in range(4):
        for _visit in range(6):
            a_visit()
        after.append(sizes())
    assert after[2] == after[3]
    assert after[3]["clubs.Session"] in (11, 12)  # sixty days
