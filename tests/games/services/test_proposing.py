"""A match of no club that is offered to a club: it counts there once an officer has accepted it."""

import pytest

from clubs.callers import Caller
from games import queries, services
from games.errors import Denied, NotFound, Refused
from games.match import past
from games.models import Change, Match, Proposal, Seat, Side
from games.proposals import queries as proposals
from games.signals import match_stored
from tests import factories
from tests.factories import ALL_TAKEN, IN_100

pytestmark = pytest.mark.django_db


def offered(club, *, match=None, **changes):
    """A finished match of no club, offered by its table."""
    match = match or factories.finished(**changes)
    offer = services.propose(match_id=match.pk, club=club.slug, caller=factories.link(match))
    return match, offer


def officer(club):
    return Caller(user=factories.member(club, "officer"))


def test_an_offer_alone_changes_nothing():
    club = factories.club()
    match, offer = offered(club)
    match.refresh_from_db()
    assert (match.club, match.version, match.counts) == (None, 3, "proposed")
    assert offer.accepted is None
    assert list(proposals.waiting_for(club)) == [offer]
    assert list(proposals.counted()) == []
    assert list(queries.visible(Caller())) == []


def test_an_accepted_match_is_the_clubs_on_every_row():
    club, heard = factories.club(), []
    match, offer = offered(club)
    factories.made(match)

    def receiver(sender, match, **_more):
        heard.append(match.pk)

    match_stored.connect(receiver)
    services.accept(club=club, proposal_id=offer.pk, caller=officer(club))
    match_stored.disconnect(receiver)
    match = queries.find(match.pk, Caller())
    loaded = queries.load(match)
    of_one_club = [loaded.match, loaded.rules, *loaded.seats, *loaded.sides, *loaded.entries]
    of_one_club += [*Change.objects.filter(match=match)]
    assert {row.club_id for row in of_one_club} == {club.pk}
    assert list(proposals.counted()) == [match]
    assert list(queries.visible(Caller())) == [match]
    assert list(proposals.waiting_for(club)) == []
    assert heard == [match.pk]
    last = Change.objects.get(match=match, version=4)
    assert (last.before, last.after) == ({"club": None}, {"club": club.slug})


def test_the_match_as_it_stood_before_was_of_no_club():
    club = factories.club()
    match, offer = offered(club)
    services.accept(club=club, proposal_id=offer.pk, caller=officer(club))
    match.refresh_from_db()
    clubs = [past.table_at(match, version).match.club for version in (1, 2, 3, 4)]
    assert clubs == [None, None, None, club]


def test_guests_become_the_clubs_players_as_it_is_accepted():
    club = factories.club()
    anne = factories.player("Anne", club)
    match, offer = offered(club)
    services.accept(club=club, proposal_id=offer.pk, caller=officer(club), players={0: anne.pk})
    assert Seat.objects.get(match=match, number=0).player == anne


def test_a_player_of_nowhere_leaves_all_as_it_was():
    club = factories.club()
    match, offer = offered(club)
    with pytest.raises(Refused):
        services.accept(club=club, proposal_id=offer.pk, caller=officer(club), players={0: 10**9})
    offer.refresh_from_db()
    match.refresh_from_db()
    assert (offer.accepted, match.club) == (None, None)


def test_a_refused_match_stays_and_may_be_offered_again():
    club = factories.club()
    match, offer = offered(club)
    services.refuse(club=club, proposal_id=offer.pk, caller=officer(club))
    match.refresh_from_db()
    assert (match.club, list(proposals.counted())) == (None, [])
    again = offered(club, match=match)[1]
    assert (again.pk != offer.pk, again.accepted) == (True, None)


@pytest.mark.parametrize("role", ["member", "scorer"])
def test_only_an_officer_of_that_club_answers(role):
    club = factories.club()
    _match, offer = offered(club)
    others = [Caller(user=factories.member(club, role)), officer(factories.club())]
    for caller in others:
        with pytest.raises(Denied):
            services.accept(club=club, proposal_id=offer.pk, caller=caller)
    other = factories.club()
    with pytest.raises(NotFound):
        services.accept(club=other, proposal_id=offer.pk, caller=officer(other))


def test_an_answer_given_twice_is_one_and_its_contrary_is_refused():
    club = factories.club()
    match, offer = offered(club)
    caller = officer(club)
    for _ in range(2):
        services.accept(club=club, proposal_id=offer.pk, caller=caller)
    match.refresh_from_db()
    assert match.version == 4
    with pytest.raises(Refused) as refused:
        services.refuse(club=club, proposal_id=offer.pk, caller=caller)
    assert refused.value.faults[0].code == "proposal_decided"


def test_an_offer_made_twice_is_one_and_to_a_second_club_refused():
    club = factories.club()
    match, offer = offered(club)
    assert offered(club, match=match)[1] == offer
    with pytest.raises(Refused) as refused:
        offered(factories.club(), match=match)
    assert refused.value.faults[0].code == "already_proposed"


def test_an_offer_taken_back_is_gone():
    club = factories.club()
    match, _offer = offered(club)
    services.withdraw(match_id=match.pk, caller=factories.link(match))
    assert not Proposal.objects.exists()
    with pytest.raises(NotFound):
        services.withdraw(match_id=match.pk, caller=factories.link(match))


def test_a_match_is_offered_by_its_table_to_a_club_that_it_sees():
    match, hidden = factories.started(), factories.club(public=False)
    with pytest.raises(Denied):
        services.propose(match_id=match.pk, club=factories.club().slug, caller=Caller())
    scorer = Caller(link_tokens=(factories.made(match).token,))
    with pytest.raises(Denied):
        services.propose(match_id=match.pk, club=factories.club().slug, caller=scorer)
    with pytest.raises(Refused) as refused:
        offered(hidden, match=match)
    assert refused.value.faults[0].code == "club_unknown"


def test_a_clubs_match_is_not_offered():
    club = factories.club(open_recording=True)
    with pytest.raises(Refused) as refused:
        offered(factories.club(), match=factories.started(club=club))
    assert refused.value.faults[0].code == "club_already"


def test_an_imported_match_counts_once_an_officer_has_accepted_it():
    club = factories.club(open_recording=True)
    table = factories.table(None, ALL_TAKEN, rules=IN_100, club=club.slug)
    copy = factories.api().post("/api/v1/matches/import/", table.body()).json()
    assert [match.pk for match in proposals.counted()] == [table.id]
    (offer,) = proposals.waiting_for(club)
    assert (offer.match_id, offer.match.club) == (copy["id"], None)
    services.accept(club=club, proposal_id=offer.pk, caller=officer(club))
    assert {match.pk for match in proposals.counted()} == {table.id, copy["id"]}
    assert Match.objects.get(pk=copy["id"]).imported
    assert {side.club_id for side in Side.objects.all()} == {club.pk}


def test_a_clubs_list_of_offers_takes_as_many_queries_for_one_as_for_three(
    django_assert_num_queries,
):
    club = factories.club("le-club")
    browser = factories.browser(factories.member(club, "officer"))
    offered(club)
    with django_assert_num_queries(12) as captured:
        browser.get("/clubs/le-club/propositions/")
    offered(club), offered(club)
    with django_assert_num_queries(len(captured.captured_queries)):
        browser.get("/clubs/le-club/propositions/")
