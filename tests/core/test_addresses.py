"""Links shown on the serving machine use an address that other phones can reach."""

import pytest
from django.test import RequestFactory
from rest_framework.test import APIClient

from clubs.links.showing import qr
from core import addresses
from scorekeeper import context
from tests import factories


@pytest.fixture
def request_at():
    return lambda host: RequestFactory(headers={"host": host}).get("/")


@pytest.fixture(autouse=True)
def in_a_network(monkeypatch, settings):
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.1.20")


@pytest.mark.parametrize(
    ("host", "shared"),
    [
        ("localhost:8000", "http://192.168.1.20:8000/parties/A/"),
        ("127.0.0.1:8000", "http://192.168.1.20:8000/parties/A/"),
        ("[::1]:8000", "http://192.168.1.20:8000/parties/A/"),
        ("localhost", "http://192.168.1.20/parties/A/"),
        ("192.168.1.7:8000", "http://192.168.1.7:8000/parties/A/"),
        ("10.example.org", "http://10.example.org/parties/A/"),
        ("[2001:db8::1]:8000", "http://[2001:db8::1]:8000/parties/A/"),
    ],
)
def test_an_address_that_only_this_machine_knows_is_replaced(request_at, host, shared):
    assert addresses.shareable(request_at(host), "/parties/A/") == shared


def test_without_a_network_the_address_stays(request_at, monkeypatch):
    monkeypatch.setattr(addresses, "lan_address", lambda: None)
    shared = addresses.shareable(request_at("localhost:8000"), "/parties/A/")
    assert shared == "http://localhost:8000/parties/A/"


def test_a_site_that_listens_on_this_machine_only_pretends_no_phone_can_come(request_at, settings):
    settings.LISTENS_ON = "127.0.0.1"
    shared = addresses.shareable(request_at("localhost:8000"), "/parties/A/")
    assert shared == "http://localhost:8000/parties/A/"
    assert addresses.only_here(shared)
    assert qr(shared) == ""
    assert "<svg" in qr("http://192.168.1.20:8000/parties/A/")


@pytest.mark.parametrize("host", ["carnet.example", "carnet.example:8443", "localhost:8000"])
def test_a_public_site_has_one_address_with_its_port(request_at, settings, host):
    settings.PUBLIC_URL = "https://carnet.example:8443"
    request = request_at(host)
    wanted = "https://carnet.example:8443/parties/A/"
    assert addresses.shareable(request, "/parties/A/") == wanted
    assert addresses.absolute(request, "/parties/A/") == wanted


@pytest.mark.django_db
def test_pages_of_the_api_and_the_way_back_go_by_the_public_address(settings):
    """This also holds behind a proxy that leaves the port out of the Host header."""
    settings.PUBLIC_URL = "https://carnet.example:8443"
    club = factories.club()
    for at in range(3):
        factories.player(f"Joueur {at}", club)
    client = APIClient(headers={"host": "192.0.2.7"})
    following = client.get("/api/v1/players/?page_size=1").json()["next"]
    assert following.startswith("https://carnet.example:8443/api/v1/players/?cursor=")
    posted = RequestFactory(
        headers={"host": "carnet.example", "referer": "https://carnet.example:8443/clubs/un/"}
    ).post("/")
    assert context.site(posted)["here"] == "/clubs/un/"
