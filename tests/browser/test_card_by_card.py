"""A hand entered as it is played: the auction by buttons, the trump, then the cards."""

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from games.cards import make_deck
from games.dix.engine.play import RANKS, PlayState, play_card
from tests import factories
from tests.browser.phones import NAMES, Phone

pytestmark = [pytest.mark.browser, pytest.mark.one_database]


def legal_play(seed: int, leader: int) -> PlayState:
    """A whole hand of 40 cards dealt at random, each seat playing the first card that it may."""
    cards = list(make_deck(RANKS))
    Random(seed).shuffle(cards)
    hands = [cards[seat::4] for seat in range(4)]
    state = PlayState(40, "hearts", leader=leader)
    while state.to_play is not None:
        hand = hands[state.to_play]
        led = state.on_table[0].suit if state.on_table else None
        card = next((card for card in hand if card.suit == led), hand[0])
        hand.remove(card)
        state = play_card(state, card)
    return state


def hidden_values(phone: Phone) -> str:
    """Return the hidden values of the form, which change once a tap has been answered."""
    return phone.page.locator("#by-card").evaluate(
        "(form) => [...form.querySelectorAll('input[type=hidden]')].map((one) => one.value).join()"
    )


def tap(phone: Phone, key: Locator) -> None:
    before = hidden_values(phone)
    key.tap()
    phone.page.wait_for_function(
        "(before) => [...document.querySelectorAll('#by-card input[type=hidden]')]"
        ".map((one) => one.value).join() !== before",
        arg=before,
    )


def say(phone: Phone, *calls: str) -> None:
    for call in calls:
        tap(phone, phone.page.get_by_role("button", name=call, exact=True))


def play(phone: Phone, *cards: str) -> None:
    for card in cards:
        tap(phone, phone.page.locator(f"button[name=card][value='{card}']"))


def back(phone: Phone, times: int = 1) -> None:
    for _time in range(times):
        tap(phone, phone.page.get_by_role("button", name="Annuler le dernier geste"))


@pytest.mark.nightly
def test_a_hand_entered_card_by_card_is_recorded_with_its_auction_and_its_tricks(phone):
    table = factories.table()
    phone.score(table)
    phone.page.locator("summary").first.tap()
    phone.page.get_by_role("link", name="Inscrire carte par carte").tap()
    page = phone.page
    ask = page.locator(".by-card__ask")

    for name, call in zip((*NAMES, "Bruno"), ("55", "60", "Passe", "Passe", "70"), strict=False):
        expect(ask).to_have_text(f"{name} parle")
        say(phone, call)
        if call == "Passe" and name == "David":
            break
    expect(ask).to_have_text("Anne parle")
    say(phone, "Passe")
    expect(ask).to_have_text("Bruno choisit l'atout")
    say(phone, "cœur")

    course = legal_play(seed=3, leader=1)
    for number, trick in enumerate(course.tricks, start=1):
        expect(page.get_by_role("heading", name=f"Levée {number}")).to_be_visible()
        for seat, card in trick.played():
            expect(ask).to_have_text(f"{NAMES[seat]} joue")
            key = page.locator(f"button[name=card][value='{card.code}']")
            expect(key).to_be_enabled()
            tap(phone, key)

    ours, theirs = course.points_by_side(penalised_aces=False)
    expect(ask).to_have_text(f"Brasse complète : Nous {ours} · Vous {theirs}")
    expect(page.locator(".card-key")).to_have_count(0)
    expect(page.get_by_role("button", name="Inscrire la brasse")).to_be_in_viewport()
    assert table.body()["entries"] == []
    page.get_by_role("button", name="Inscrire la brasse").tap()
    expect(phone.lines).to_have_count(1)

    data = table.body()["entries"][0]["data"]
    assert (data["bidder"], data["bid"], data["trump"]) == (1, 60, "hearts")
    assert (data["taken"], data["defenders_bid"]) == (theirs, True)
    assert data["tricks"] == [[card.code for card in trick.cards] for trick in course.tricks]
    assert [call["call"] for call in data["auction"]] == [55, 60, "pass", "pass", "pass"]
    assert phone.page.url.endswith(f"/parties/{table.id}/")


@pytest.mark.nightly
def test_a_revoke_is_refused_with_its_sentence_and_the_last_card_can_be_taken_back(phone):
    phone.by_card(factories.table())
    say(phone, "60", "Passe", "Passe", "Passe", "carreau")
    play(phone, "5S", "5H", "6S", "7S")  # Bruno plays a heart
    play(phone, "8S", "9S")
    phone.page.locator("button[value='10S']").tap()  # and now has a spade
    expect(phone.page.locator(".errorlist")).to_have_text(
        "Levée 1 : Bruno joue 5♥ sans fournir (pique), mais en joue plus tard. Vérifier ces cartes."
    )
    expect(phone.page.locator(".by-card__ask")).to_have_text("Bruno joue")
    expect(phone.page.locator("button[value='10S']")).to_be_enabled()
    back(phone, 5)  # 9S, 8S, 7S, 6S, 5H
    expect(phone.page.locator(".by-card__ask")).to_have_text("Bruno joue")
    play(phone, "10S")
    expect(phone.page.locator(".by-card__ask")).to_have_text("Chloé joue")
    expect(phone.page.locator(".errorlist")).to_have_count(0)


@pytest.mark.nightly
def test_every_step_back_leads_to_the_first_word_of_the_auction(phone):
    phone.by_card(factories.table())
    say(phone, "60", "La partie", "carreau")
    play(phone, "5S")
    for expected in ("Bruno joue", "Bruno choisit l'atout", "Bruno parle", "Anne parle"):
        back(phone)
        expect(phone.page.locator(".by-card__ask")).to_have_text(expected)
    expect(phone.page.get_by_role("button", name="Annuler le dernier geste")).to_have_count(0)


@pytest.mark.nightly
def test_the_page_keeps_its_place_on_each_tap_and_says_what_was_bid_and_chosen(phone):
    phone.by_card(factories.table())
    say(phone, "70", "Passe", "Passe", "Passe", "cœur")
    page = phone.page
    expect(page.locator(".hand__contract")).to_contain_text("Anne 70")
    expect(page.locator(".hand__contract")).to_contain_text("cœur")
    page.evaluate("scrollTo(0, 120)")
    play(phone, "6C")
    assert page.evaluate("scrollY") == 120
    expect(page.locator(".by-card__ask")).to_be_in_viewport()


@pytest.mark.nightly
def test_the_last_trick_and_who_took_it_are_said(phone):
    phone.by_card(factories.table())
    say(phone, "70", "Passe", "Passe", "Passe", "cœur")
    play(phone, "5S", "10S", "AS", "6S")
    expect(phone.page.locator(".hand__last")).to_have_text("Levée 1 : Chloé prend, 25 points")


@pytest.mark.nightly
def test_one_may_go_back_to_any_trick_and_put_back_what_followed(phone):
    table = factories.table()
    phone.by_card(table)
    say(phone, "70", "Passe", "Passe", "Passe", "cœur")
    play(phone, "5S", "10S", "AS", "6S", "5D", "10D", "6D", "7D", "5C", "6C")
    page = phone.page
    tap(phone, page.get_by_role("button", name="Y revenir (levée 1)"))
    expect(page.locator(".by-card__ask")).to_have_text("Anne joue")
    expect(page.locator(".card-key:disabled")).to_have_count(0)
    play(phone, "7S", "10S", "AS", "6S")  # the first card was a 7
    tap(phone, page.get_by_role("button", name="Remettre les 6 cartes qui suivaient"))
    expect(page.locator(".hand__last")).to_have_text("Levée 2 : David prend, 15 points")
    expect(page.locator(".trick .calls li")).to_have_text(["David 5♣", "Anne 6♣"])
    expect(page.locator("button[value='5S']")).to_be_enabled()


@pytest.mark.nightly
def test_what_followed_is_put_back_only_as_far_as_it_is_legal(phone):
    phone.by_card(factories.table())
    say(phone, "70", "Passe", "Passe", "Passe", "cœur")
    play(phone, "5S", "10S", "AS", "6S", "5D", "10D", "6D", "7D")
    tap(phone, phone.page.get_by_role("button", name="Y revenir (levée 1)"))
    play(phone, "5S", "10S", "AS", "6D")  # which was the third card of the second trick
    again = phone.page.get_by_role("button", name="Remettre les 2 cartes qui suivaient")
    expect(again).to_be_visible()


@pytest.mark.nightly
def test_only_higher_calls_are_offered_and_the_last_one_left_must_bid(phone):
    phone.by_card(factories.table())
    say(phone, "95")
    offered = phone.page.locator("button[name=call]")
    expect(offered).to_have_text(["Passe", "100", "La partie"])
    phone.page.goto(phone.page.url)
    say(phone, "Passe", "Passe", "Passe")
    expect(offered.first).to_have_text("50")


@pytest.mark.nightly
def test_a_card_that_was_played_cannot_be_tapped_again(phone):
    phone.by_card(factories.table())
    say(phone, "La partie", "carreau")
    play(phone, "5S")
    expect(phone.page.locator("button[value='5S']")).to_be_disabled()
    expect(phone.page.locator("button[name=card]:enabled")).to_have_count(39)


@pytest.mark.nightly
def test_a_hand_recorded_meanwhile_by_another_phone_is_said_at_once(phone, phones):
    table = factories.table()
    phone.by_card(table)
    say(phone, "60", "Passe")
    phones().score(table).record("David", 50, 60)
    say(phone, "Passe")  # Chloé; but with the next dealer it would be David
    expect(phone.page.locator(".errorlist")).to_contain_text("Le match a avancé entre-temps")
    assert len(table.body()["entries"]) == 1
