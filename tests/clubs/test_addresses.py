"""A link shown on the serving machine must lead another phone there."""

import pytest
from django.test import RequestFactory

from clubs import addresses


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
