"""The way to the lab: from the home page itself, and not its menus alone (hidden on a phone)."""

import re

import pytest

from tests import factories

# Worked out from what is asked: nothing here depends on which database there is.
pytestmark = pytest.mark.django_db


def test_the_home_page_leads_to_the_lab():
    browser = factories.browser()
    page = browser.get("/").content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    (address,) = re.findall(r'<a class="button button--wide"\s+href="([^"]+)">Le labo', main)
    assert browser.get(address).status_code == 200
    assert browser.get(address).context["games"]
