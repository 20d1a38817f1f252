"""The home page itself leads to the lab, not only its menus, which are hidden on a phone."""

import re

import pytest

from tests import factories

# The page is computed from the request alone, so nothing here depends on the kind of database.
pytestmark = pytest.mark.django_db


def test_the_home_page_leads_to_the_lab():
    browser = factories.browser()
    page = browser.get("/").content.decode()
    address, _below = re.findall(r'<a href="([^"]+)">Labo</a>', page)
    assert browser.get(address).status_code == 200
    assert browser.get(address).context["games"]
