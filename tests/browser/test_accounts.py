"""Tests of accounts on a phone: sign-up, lock-out, passkeys of a simulated phone, deletion."""

import gzip
import json
import re
import time
from pathlib import Path

import pytest
from django.core import mail as letters
from django.core.cache import cache
from playwright.sync_api import Page, Route, expect

from clubs.accounts.links import make_link
from clubs.models import Player, User
from games.models import Seat
from tests import factories
from tests.browser.checks import found_by_axe, too_wide
from tests.browser.phones import Phone
from tests.extents import some

pytestmark = [pytest.mark.browser, pytest.mark.one_database]

EMAIL, PASSWORD = "anne@example.org", "une table de bois"
# A simulated phone with a screen lock. It stores passkeys, and acts as if its owner confirmed
# each use.
LOCKED_PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def _no_rates_left_over():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def phone(phones) -> Phone:
    """A phone that opens the site as `localhost`, because passkeys need a host name."""
    phone = phones()
    phone.site = phone.site.replace("127.0.0.1", "localhost")
    return phone


def press(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("button", name=name, exact=True).tap()


def slowly(route: Route) -> None:
    time.sleep(0.5)
    route.continue_()


def sign_up(phone: Phone) -> Page:
    page = phone.open("/compte/inscription/").page
    page.get_by_label("Adresse e-mail").fill(EMAIL)
    page.get_by_label("Mot de passe", exact=True).fill(PASSWORD)
    page.get_by_label("Le même mot de passe, encore").fill(PASSWORD)
    press(page, "Ouvrir un compte")
    expect(page.get_by_role("heading", name="Mon compte", level=1)).to_be_visible()
    return page


def sign_in(phone: Phone, password: str = PASSWORD, path: str = "/compte/connexion/") -> Page:
    page = phone.open(path).page
    page.get_by_label("Adresse e-mail").fill(EMAIL)
    page.get_by_label("Mot de passe", exact=True).fill(password)
    press(page, "Se connecter")
    return page


def sign_out(page: Page) -> None:
    page.get_by_text("Plus", exact=True).tap()
    page.get_by_role("banner").get_by_role("button", name="Se déconnecter").tap()
    expect_signed(page, "Se connecter")


def expect_signed(page: Page, line: str) -> None:
    """Check that the menu of what else there is has this line about the account."""
    expect(page.locator(".menu.more").get_by_text(line, exact=True)).to_have_count(1)


def test_one_signs_up_out_and_in_again_from_the_page_one_was_on(phone):
    page = sign_up(phone)
    sign_out(page)
    phone.open("/regles/")
    page.get_by_text("Plus", exact=True).tap()
    page.get_by_role("banner").get_by_role("link", name="Se connecter").tap()
    page.get_by_label("Adresse e-mail").fill(EMAIL)
    page.get_by_label("Mot de passe", exact=True).fill(PASSWORD)
    press(page, "Se connecter")
    expect(page).to_have_url(re.compile(r"/regles/$"))
    expect_signed(page, "Mon compte")


@pytest.mark.nightly
def test_five_wrong_passwords_wait_a_quarter_of_an_hour(phone, console_errors):
    factories.user(email=EMAIL)
    for _ in range(4):
        page = sign_in(phone, "une table de fer")
        expect(page.locator("#faults")).to_contain_text("ne va pas : essayer encore")
    page = sign_in(phone, "une table de fer")
    expect(page.get_by_text("réessayer dans 15 min")).to_be_visible()
    console_errors.clear()  # the browser reports the 429


@pytest.mark.nightly
def test_a_passkey_is_added_signs_in_and_is_removed(phone):
    page = sign_up(phone)
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": LOCKED_PHONE})
    page.locator("a[href='/compte/cles/ajouter/']").tap()
    page.get_by_label("Mot de passe").fill(PASSWORD)
    press(page, "Continuer")
    page.get_by_label("Nom de la clé").fill("Mon téléphone <b>")
    press(page, "Ajouter la clé")
    expect(page.get_by_text("La clé d'accès est ajoutée.")).to_be_visible()
    expect(page.get_by_text("Mon téléphone <b>")).to_be_visible()
    sign_out(page)
    phone.open("/compte/connexion/?next=/aide/")
    press(page, "Se connecter par une clé d'accès")
    expect(page).to_have_url(re.compile(r"/aide/$"))
    expect_signed(page, "Mon compte")
    # This time, confirm the identity by the passkey.
    phone.open("/compte/")
    page.get_by_role("link", name="Enlever").first.tap()
    page.get_by_role("link", name="Par une clé d'accès").tap()
    press(page, "Lire la clé d'accès")
    press(page, "Enlever la clé")
    expect(page.get_by_text("La clé d'accès est enlevée.")).to_be_visible()
    expect(page.get_by_text("Mon téléphone")).to_have_count(0)


@pytest.mark.nightly
def test_a_phone_that_refuses_its_key_says_it_in_words(phone):
    page = phone.page
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send(
        "WebAuthn.addVirtualAuthenticator", {"options": LOCKED_PHONE | {"isUserVerified": False}}
    )
    phone.open("/compte/connexion/")
    press(page, "Se connecter par une clé d'accès")
    expect(page.get_by_text("La clé n'a pas été lue.")).to_be_visible(timeout=70_000)


@pytest.mark.nightly
def test_a_new_account_without_password_waits_for_its_code_and_its_key(phone, settings):
    settings.MAIL = settings.MFA_PASSKEY_SIGNUP_ENABLED = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
    settings.ACCOUNT_PREVENT_ENUMERATION = True
    page = phone.open("/compte/inscription/").page
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": LOCKED_PHONE})
    # On a slow network the button appears before its script is loaded. It waits, and no tap is
    # lost.
    page.route("**/js/passkey*.js", slowly)
    page.get_by_role("link", name="Sans mot de passe, par une clé d'accès").tap()
    page.get_by_label("Adresse e-mail").fill(EMAIL)
    press(page, "Continuer")
    expect(page.get_by_label("Code")).to_be_visible()
    page.get_by_label("Code").fill(re.search(r"\n\n(\S+)\n\n", letters.outbox[0].body)[1])
    press(page, "Confirmer")
    press(page, "Créer la clé")
    expect(page.get_by_role("heading", name="Mon compte", level=1)).to_be_visible()
    assert not User.objects.get(email=EMAIL).has_usable_password()


@pytest.mark.nightly
def test_the_owner_of_the_site_takes_the_account(phone):
    owner = factories.user("admin", is_superuser=True)
    token = make_link(user=owner, purpose="owner")
    page = phone.open(f"/compte/lien/{token}/").page
    page.get_by_label("Adresse e-mail").fill(EMAIL)
    page.get_by_label("Nouveau mot de passe").fill(PASSWORD)
    page.get_by_label("Le même mot de passe, encore").fill(PASSWORD)
    press(page, "Continuer")
    expect(page.get_by_role("heading", name="Mon compte", level=1)).to_be_visible()


@pytest.mark.nightly
def test_one_takes_ones_data_along_and_leaves(phone):
    page = sign_up(phone)
    user = User.objects.get(email=EMAIL)
    club = factories.club("cercle")
    player = factories.player("Anne Gagnon", club, user=user)
    seats = [factories.SeatAsked(player=player.pk)]
    seats += [factories.SeatAsked(name=name) for name in ("B", "C", "D")]
    match = factories.started(by=factories.Caller(user=factories.site_owner()), seats=seats)
    phone.open("/compte/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Tout télécharger (JSON)").tap()
    body = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (body["email"], [m["id"] for m in body["matches"]]) == (EMAIL, [match.pk])
    page.get_by_role("link", name="Supprimer le compte").tap()
    page.get_by_label("Oui, supprimer ce compte pour toujours").check()
    press(page, "Supprimer le compte")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    press(page, "Continuer")
    expect(page.get_by_text("Le compte est supprimé.")).to_be_visible()
    assert not User.objects.filter(email=EMAIL).exists()
    assert Player.objects.get(pk=player.pk).public_name == "une personne retirée"
    assert Seat.objects.get(match=match, number=0).player == player


# --- How the pages are made ----------------------------------------------------------------------

VISITED = ["connexion/", "inscription/", "mot-de-passe/oublie/", "lien/rien/"]
OWN = ["", "supprimer/", "mot-de-passe/", "email/", "verifier/", "deconnexion/"]
CONFIRMED = ["cles/ajouter/", "application/"]


def walk(phone: Phone):
    """Visit every page of an account, and yield a name for each stop."""
    for path in VISITED:
        phone.open(f"/compte/{path}")
        yield path
    page = sign_up(phone)
    factories.player("Anne-Frédérique Charbonneau-Bouchard", user=User.objects.get(email=EMAIL))
    for path in OWN:
        phone.open(f"/compte/{path}")
        yield path or "account"
    page.get_by_text("Plus", exact=True).tap()
    yield "menu"
    phone.open("/compte/verifier/")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    press(page, "Continuer")
    expect(page.get_by_role("heading", name="Mon compte", level=1)).to_be_visible()
    for path in CONFIRMED:
        phone.open(f"/compte/{path}")
        yield path
    page.goto(f"{phone.site}/compte/")
    page.get_by_label("À quoi il servira").fill("tableur")
    press(page, "Faire un jeton")
    expect(page.get_by_text("il ne sera plus jamais montré")).to_be_visible()
    yield "token"


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", some(["light", "dark"], 2))
def test_at_320_px_every_page_is_accessible_fits_and_is_light(phones, console_errors, scheme):
    """Check each page by axe, for low targets, heavy scripts, and overflow with text of 200 %."""
    phone = phones(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    phone.site = phone.site.replace("127.0.0.1", "localhost")
    faults = {}
    for stop in walk(phone):
        wrong = [*found_by_axe(phone.page), *too_low(phone), *too_heavy(phone), *too_wide(phone)]
        phone.page.evaluate("document.documentElement.style.fontSize = ''")
        if wrong:
            faults[stop] = wrong
    console_errors.clear()  # the link that is over answers 404
    assert faults == {}


def too_low(phone: Phone) -> list[str]:
    """Return the targets that are lower than a thumb, with their height in pixels."""
    boxes = phone.page.evaluate(
        """() => [...document.querySelectorAll("main a:not(p a), main button, main input")]
          .filter((one) => one.checkVisibility() && one.type !== "hidden"
            && !["checkbox", "radio"].includes(one.type))
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().height])"""
    )
    return [f"{what}: {height}" for what, height in boxes if height < 47.5]


def too_heavy(phone: Phone) -> list[str]:
    """Return a fault if a script is in the page itself, or if compressed scripts are too large."""
    scripts = phone.page.evaluate("[...document.scripts].map((script) => script.src)")
    if not all(scripts):
        return ["a script in the page itself"]
    weight = sum(
        len(gzip.compress(phone.page.request.get(script).body(), 9)) for script in set(scripts)
    )
    return [f"{weight} bytes of scripts"] if weight > 25_000 else []


@pytest.mark.nightly
def test_without_javascript_one_signs_up_and_in(phones):
    phone = phones(java_script_enabled=False)
    page = sign_up(phone)
    page.get_by_role("main").get_by_role("button", name="Se déconnecter").tap()
    expect(page.get_by_role("link", name="Se connecter")).to_be_visible()
    page = sign_in(phone)
    expect(page.get_by_role("heading", name="Mon compte", level=1)).to_be_visible()
