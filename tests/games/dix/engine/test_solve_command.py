"""`manage.py solve`."""

import pytest
from django.core.management import CommandError, call_command


def test_a_deal_as_text_is_solved(capsys):
    """Its ace or king first: only the 5 is lost, as worked out in `test_solver`.

    The 5D first: East ruffs it with the 10S. Of the 35 points, those 15 are lost.
    """
    deal = "AS KS 5D / 6S 10S 6H / 7S 6C 10H / 8S 7C QD"
    call_command("solve", deal, "--trump", "spades")
    assert capsys.readouterr().out.split() == ["AS", "30", "KS", "30", "5D", "20"]


def test_a_deal_that_is_none_is_refused():
    with pytest.raises(CommandError, match="Quatre mains"):
        call_command("solve", "AS / AS / KS / QS")
