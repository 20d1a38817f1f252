"""After any write, in whatever process, a page shows what a newly started process would show.

Each step is written on another connection, as another process would do.
"""

import re
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from clubs import services as people
from clubs.callers import Caller
from clubs.models import Membership, Player
from games import services
from games.live import drawn
from games.match.match_cache import memory
from games.services import SeatAsked
from tests import factories
from tests.factories import ALL_TAKEN, HAND, IN_100
from tournaments.models import ClubEvening

# The memory of a process does not depend on the database, so one database is enough.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

# The parts of a page that differ in each answer: CSRF tokens and UUIDs.
SECRETS = re.compile(
    r'(x-csrftoken": "|csrfmiddlewaretoken" value=")\w+|\b\w{8}-\w{4}-\w{4}-\w{4}-\w{12}\b'
)


class Evening:
    """A club, its people, and a browser of each kind of reader of its pages."""

    def __init__(self):
        self.club = factories.club("un", name="Les As")
        self.officer = Caller(user=factories.member(self.club, "owner"))
        self.anne, self.bruno, self.double, *self.others = (
            factories.player(name, self.club)
            for name in ("Anne", "Bruno", "Annette", "Chloé", "David", "Éva")
        )
        self.self = factories.member(self.club)
        Player.objects.filter(pk=self.anne.pk).update(user=self.self)
        member = factories.member(self.club, "member")
        self.membership = Membership.objects.get(user=member)
        self.browsers = {
            "visitor": factories.browser(),
            "member": factories.browser(member),
            "oneself": factories.browser(self.self),
        }
        for browser in self.browsers.values():
            browser.get("/")  # a session's first use may write
        self.match = self.played(self.bruno)

    @property
    def paths(self):
        return (
            *("/", "/clubs/un/", "/classements/dix/?club=un"),
            *(f"/joueurs/{player.pk}/" for player in (self.anne, self.bruno)),
        )

    def played(self, second, hands=(ALL_TAKEN,)):
        """Start a match of Anne and others in which `ALL_TAKEN` makes her win; record the hands."""
        seats = [SeatAsked(player=player.pk) for player in (self.anne, second, *self.others)][:4]
        match = factories.started(by=self.officer, club=self.club, seats=seats, rules=IN_100)
        return factories.recorded(match, *hands)

    def pages_seen(self):
        """Return (status, text) of every page for every reader, by (reader, path)."""
        pages = {}
        for reader, browser in self.browsers.items():
            for path in self.paths:
                answer = browser.get(path)
                text = answer.content.decode()
                pages[reader, path] = (answer.status_code, SECRETS.sub(r"\1", text))
        return pages

    def by(self, match=None):
        return factories.by_link(match or self.match)

    # -- What happens ---------------------------------------------------------------------------

    def start(self):
        self.running = self.played(self.bruno, ())

    def record(self):
        factories.recorded(self.running, HAND)

    def finish(self):
        factories.recorded(self.running, ALL_TAKEN)

    def correct(self):
        services.correct(
            match_id=self.match.pk, number=1, data=ALL_TAKEN | {"bidder": 1}, by=self.by()
        )

    def rename(self):
        people.rename(player=self.bruno, name="Zoé", caller=self.officer)

    def rename_here(self):
        people.change_player(
            player=self.bruno, caller=self.officer, club=self.club, name="Zozo", visibility=None
        )

    def show_initials(self):
        people.choose_shown(player=self.bruno, visibility="initials", caller=self.officer)

    def hide(self):
        people.choose_shown(player=self.bruno, visibility="hidden", caller=self.officer)

    def show(self):
        people.choose_shown(player=self.bruno, visibility="full", caller=self.officer)

    def promote(self):
        people.set_role(
            club=self.club,
            membership_id=self.membership.pk,
            role="officer",
            caller=self.officer,
        )

    def post(self):
        people.post_notice(club=self.club, text="Tarte aux pommes", caller=self.officer)

    def change_club(self):
        people.change_club(club=self.club, changes={"name": "Les Rois"}, caller=self.officer)

    def plan(self):
        tomorrow = timezone.localdate() + timedelta(days=1)
        ClubEvening.objects.create(club=self.club, title="Crêpes", date=tomorrow)

    def play_double(self):
        self.played(self.double)

    def merge(self):
        people.merge(survivor=self.bruno, absorbed=self.double, caller=self.officer)

    def unmerge(self):
        people.undo_merge(player=self.bruno, caller=self.officer)

    def forget(self):
        people.forget(player=self.double, caller=self.officer)

    def close(self):
        people.change_club(club=self.club, changes={"public": False}, caller=self.officer)

    def dismiss(self):
        people.remove_member(club=self.club, membership_id=self.membership.pk, caller=self.officer)

    def add_by_sql(self):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE clubs_player SET name = 'Ondine' WHERE name = 'Anne'")


STEPS = (
    *("start", "record", "finish", "correct", "rename", "rename_here", "show_initials", "hide"),
    *("show", "promote", "post", "change_club", "plan", "play_double", "merge", "unmerge"),
    *("forget", "add_by_sql", "close", "dismiss"),
)
# By step: a reader and a page on which the change must show. The reader is the one with the fewest
# rights who sees it.
SEEN = {
    "start": ("visitor", "/clubs/un/"),
    "record": ("member", "/"),
    "finish": ("visitor", "/classements/dix/?club=un"),
    "rename": ("visitor", "/classements/dix/?club=un"),
    "hide": ("visitor", "/clubs/un/"),
    "promote": ("member", "/clubs/un/"),
    "post": ("visitor", "/clubs/un/"),
    "change_club": ("visitor", "/classements/dix/?club=un"),
    "dismiss": ("member", "/clubs/un/"),
}


def elsewhere(write):
    """Call `write` in a thread with a connection of its own, as another process would."""
    trouble = []

    def run():
        try:
            write()
        except BaseException as error:
            trouble.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if trouble:
        raise trouble[0]


@pytest.mark.nightly
def test_every_page_is_as_a_new_process_would_show_it_after_each_write():
    evening = Evening()
    before = evening.pages_seen()
    for step in STEPS:
        elsewhere(getattr(evening, step))
        after = evening.pages_seen()
        for cache in (drawn.parts, memory):
            cache.clear()
        fresh = evening.pages_seen()
        assert [where for where in after if after[where] != fresh[where]] == [], step
        changed = {where for where in after if after[where] != before[where]}
        sees = SEEN.get(step)
        assert sees in changed or not sees, step
        before = after
    everything = "".join(text for _status, text in before.values())
    visible = [word in everything for word in ("Anne<", "Annette", "Ondine")]
    assert visible == [False, False, True]
    closed = {"visitor": 404, "member": 404, "oneself": 200}
    for reader in evening.browsers:
        assert before[reader, "/clubs/un/"][0] == closed[reader]
