"""`manage.py solve`."""

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.nightly


def test_a_deal_as_text_is_solved(capsys):
    """If the ace or king is led, only the 5 is lost, as worked out in `test_solver`.

    If the 5D is led, East ruffs it with the 10S, and those 15 of the 35 points are lost.
    """
    deal = "AS KS 5D / 6S 10S 6H / 7S 6C 10H / 8S 7C QD"
    call_command("solve", deal, "--trump", "spades")
    assert capsys.readouterr().out.split() == ["AS", "30", "KS", "30", "5D", "20"]


def test_a_deal_that_is_none_is_refused():
    with pytest.raises(CommandError, match="deux fois"):
        call_command("solve", "AS / AS / KS / QS")


def test_a_hand_alone_is_worth_what_many_deals_say(capsys):
    call_command("solve", "AS KS QS JS 10S 9S 8S 7S 6S 5S", "--trump", "spades", "--most", "10")
    head, line = capsys.readouterr().out.splitlines()
    assert head.split() == ["≥50", "≥60", "≥70", "≥80", "≥90", "≥100"]
    assert line.split() == ["spades", "100.0", "±0.0", *["100%"] * 6]


def test_a_hand_that_is_none_is_refused():
    with pytest.raises(CommandError, match="Une main"):
        call_command("solve", "AS AS")
