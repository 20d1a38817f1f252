"""An officer answers what unknown phones have proposed."""

import pytest
from playwright.sync_api import expect

from games import services
from games.models import Match, Proposal
from tests import factories

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def propose(club, count: int, phone: str) -> None:
    """Propose finished matches to the club, all from one phone."""
    for _ in range(count):
        match = factories.finished()
        services.propose(match_id=match.pk, club=club.slug, caller=factories.link(match))
    Proposal.objects.filter(phone="").update(phone=phone * 64)


def test_twenty_matches_of_an_evening_are_answered_in_eight_taps(phone, club):
    anne = factories.player("Anne", club)
    propose(club, 10, "a")
    propose(club, 10, "b")
    phone.sign_in(factories.member(club, "officer")).open(f"/clubs/{club.slug}/")
    page = phone.page
    phone.tap(page.get_by_role("link", name="20 matchs attendent"))
    groups = page.locator(".offers")
    expect(groups).to_have_count(2)
    phone.tap(groups.nth(0).get_by_role("button", name="Ce téléphone est des nôtres"))
    expect(page.get_by_text("Ce téléphone est des nôtres : ")).to_be_visible()

    for number in (0, 1):
        everything = groups.nth(number).get_by_label("Tout cocher")
        if not everything.is_checked():
            phone.tap(everything)
    wrong = groups.nth(1).locator("[name=offer]").nth(3)
    phone.tap(wrong)
    phone.tap(page.get_by_role("button", name="Accepter"))
    expect(page.get_by_text("19 propositions acceptées.")).to_be_visible()
    # Its phone is known now: the box is ticked already.
    phone.tap(page.get_by_role("button", name="Refuser"))
    expect(page.get_by_text("1 proposition refusée.")).to_be_visible()
    assert phone.taps <= 8
    assert Match.objects.filter(club=club, seats__player=anne).count() == 19
    assert Match.objects.filter(club=None).count() == 1
