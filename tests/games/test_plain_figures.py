"""A number that is typed, pasted or copied from a page is read as the site writes numbers."""

from decimal import Decimal

import pytest
from django.utils import translation

from games.presentation.wording import figure, plain_figure, plain_figures, signed

PRINTED = (0, -120, 1200, -1_234_567, 10_000, Decimal("9.5"), Decimal("-1234.25"))


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("value", PRINTED)
def test_what_the_site_prints_is_read_back(language, value):
    with translation.override(language):
        assert [Decimal(plain_figure(text(value))) for text in (figure, signed)] == [value] * 2


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("−120", "-120"),
        (" –120 ", "-120"),
        ("- 120", "-120"),
        ("1 200", "1200"),
        ("1\u00a0200", "1200"),
        ("1\u2009200,5", "1200.5"),
        ("−12\u202f345\u202f678", "-12345678"),
        ("9,5", "9.5"),
        # The site writes no number like this, so it is left as it is, to be refused.
        ("12 00", "12 00"),
        ("0 500", "0 500"),
        ("500-350", "500-350"),
        ("1,2,3", "1.2.3"),
        ("5oo", "5oo"),
        ("", ""),
    ],
)
def test_any_minus_and_any_space_between_thousands(typed, read):
    assert plain_figure(typed) == read


def test_a_comma_stands_between_thousands_in_english_alone():
    assert plain_figure("1,200") == "1.200"
    with translation.override("en"):
        assert [plain_figure(text) for text in ("1,200", "-1,234.5", "1,5")] == [
            "1200",
            "-1234.5",
            "1.5",
        ]


def test_of_several_numbers_only_the_spaces_of_a_page_hold():
    assert plain_figures("1\u202f200 – −950") == "1200 – -950"
    assert plain_figures("10 200 7") == "10 200 7"
