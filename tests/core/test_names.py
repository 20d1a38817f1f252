"""Which names are accepted, when two names are the same, and how a table shows them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from core.names import (
    KEY_LENGTH,
    MAX_LENGTH,
    clean_name,
    initials,
    isolated,
    name_key,
    short_names,
)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Jean d’Or", "Jean d'Or"),
        ("Jean dʼOr", "JEAN D‘OR"),
        ("Jean d´Or", "Jean d`Or"),
        ("Jean‑Luc", "Jean-Luc"),
        ("Jean–Luc", "Jean−Luc"),
        ("Anne\u00a0Roy", "Anne\u202fRoy"),
        ("An\u00adne Roy", "Anne\u200b Roy"),
    ],
)
def test_characters_that_look_alike_make_one_person(name, other):
    assert name_key(name) == name_key(other)
    assert name_key("Jeanluc") != name_key("Jean-Luc")


def fault(raw):
    with pytest.raises(Refused) as refused:
        clean_name(raw)
    return refused.value.code


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("Anne", "Anne"),
        ("  Anne  ", "Anne"),
        ("Anne   Marie", "Anne Marie"),
        ("Anne\u00a0Marie", "Anne Marie"),
        ("Anne\u3000Marie", "Anne Marie"),
        ("Zoe\u0301", "Zoé"),
        ("\u212b", "Å"),
        ("ﬁ", "ﬁ"),  # NFC keeps what NFKC would change
        ("ẞtraße", "ẞtraße"),
        ("שרה", "שרה"),
        ("李小龙", "李小龙"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),  # joined by zero-width joiners
        ("می‌خواهم", "می‌خواهم"),  # zero-width non-joiner, needed in Persian
        ("<b>Anne</b>", "<b>Anne</b>"),
        ("7", "7"),
        ("A" * 80, "A" * 80),
        ("𝕬" * 80, "𝕬" * 80),
        ("e\u0301" * 80, "é" * 80),
        (" " * 500 + "Anne", "Anne"),
    ],
)
def test_a_name_is_kept_in_nfc_with_single_spaces(raw, cleaned):
    assert clean_name(raw) == cleaned


@pytest.mark.parametrize(
    "raw",
    [
        *(
            "",
            " ",
            "\u00a0",
            "\u200b",
            "\u200b\u200d",
            "\u2060",
            "\ufeff",
            "\u0301",
            "\u3000 \u200b",
        ),
        *(
            "\u3164",
            "\u3164 \u3164",
            "\uffa0",
            "\u115f\u1160",
            "\u2800",
            "\U000e0100",
            "\U000e0378",
        ),
    ],
)
def test_a_name_without_ink_is_blank(raw):
    assert fault(raw) == "name_blank"


@pytest.mark.parametrize("raw", ["A" * 81, "𝕬" * 81, "A " * 41, "x\u0301" * 41])
def test_a_name_of_more_than_80_characters_is_too_long(raw):
    expected = len(unicodedata.normalize("NFC", raw).strip()) > MAX_LENGTH
    assert expected
    assert fault(raw) == "name_too_long"


@pytest.mark.parametrize(
    "raw",
    ["A\nB", "A\tB", "A\x00B", "\x7f", "A\x85B", "A\u2028B", "A\u2029B", "A\ud800B", "\nAnne"],
)
def test_a_name_with_a_control_or_half_a_character_is_refused(raw):
    assert fault(raw) == "name_control"


@pytest.mark.parametrize(
    "raw",
    [
        *("\u202eAnne", "Anne\u202c", "An\u2067ne", "Anne\u200f", "Anne\u061c"),  # bidi controls
        *("An\u00adne", "An\u200bne", "An\u2060ne", "\ufeffAnne", "An\u034fne"),  # nothing to see
        *("Anne\u3164", "An\u115fne", "Anne\u2800", "Anne\ufe0f", "葛\U000e0100"),
        *("Anne \ue000", "Anne \U000f0000", "Anne \U0010fffd"),  # private
        *("Anne \u0378", "Anne \ufdd0", "Anne \uffff"),  # of nobody
        *("An\u200dne", "\u200dAnne", "Anne\u200c", "An\u200c\u200cne"),  # joiners out of place
        *("👩\u200d", "👩\u200d\u200d👧", "م\u200c", "Anne\u200d👧"),
    ],
)
def test_a_name_with_a_character_that_nobody_reads_is_refused(raw):
    assert fault(raw) == "name_control"


@pytest.mark.parametrize(
    "name", ["❤\ufe0f", "🏳\ufe0f\u200d🌈", "👨🏽\u200d🚀", "क्\u200dष", "क्\u200cष"]
)
def test_a_joiner_or_a_form_stays_where_its_writing_needs_it(name):
    assert clean_name(name) == name


def test_three_accents_on_a_letter_are_kept_and_four_are_refused():
    # Letters are composed before accents are counted: « ế » has no separate accent.
    assert clean_name("e\u0302\u0301\u0323\u0308\u0304") == "ệ\u0301\u0308\u0304"
    assert clean_name("Nguyễn") == "Nguyễn"
    assert clean_name("סְפָרִ֖ים") == unicodedata.normalize("NFC", "סְפָרִ֖ים")
    assert fault("x\u0301\u0301\u0301\u0301") == "name_marks"
    assert fault("Anne" + "\u0336" * 60) == "name_marks"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anne", "ANNE"),
        ("Anne", "Ａｎｎｅ"),
        ("Zoé", "Zoe\u0301"),
        ("Strauß", "STRAUSS"),
        ("ﬁfi", "FIFI"),
        ("Ⅳ", "iv"),
        ("Anne Marie", "anne\u00a0 marie"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ͅ", "ι"),
    ],
)
def test_two_spellings_of_one_name_share_their_key(name, other):
    assert name_key(name) == name_key(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [("Anne", "Anna"), ("Zoé", "Zoe"), ("Anne", "Anne B"), ("Аnne", "Anne"), ("Jean", "Jean-P")],
)
def test_two_names_have_two_keys(name, other):
    assert name_key(name) != name_key(other)


def test_the_key_of_a_name_that_grows_fits_its_column():
    name = "\ufdfa" * 80  # eighteen characters each, in NFKC
    assert len(name_key(name)) == 64
    assert name_key(name) != name_key("\ufdfa" * 79)


names = st.text(max_size=90)


@given(names)
def test_a_kept_name_is_kept_as_it_is_and_fits(raw):
    try:
        cleaned = clean_name(raw)
    except Refused as refused:
        codes = ("name_blank", "name_too_long", "name_control", "name_marks")
        assert refused.code in codes  # noqa: PT017
        return
    assert clean_name(cleaned) == cleaned
    assert 1 <= len(cleaned) <= MAX_LENGTH
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    assert 0 <= len(name_key(cleaned)) <= KEY_LENGTH
    assert cleaned.encode()


@given(names, names)
def test_a_key_does_not_see_case_or_width(name, other):
    if (
        unicodedata.normalize("NFKC", name).casefold()
        == unicodedata.normalize("NFKC", other).casefold()
    ):
        assert name_key(name) == name_key(other)
    assert name_key(name.upper()) == name_key(name.upper().lower().upper())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anne", "A."),
        ("Julien-Charles Dupont", "J.-C. D."),
        ("anne de la tour", "A. D. L. T."),
        ("-", ""),
        ("Ève", "È."),
    ],
)
def test_initials(name, expected):
    assert initials(name) == expected


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Anne Gagnon", "Dan Roy"], ["Anne", "Dan"]),
        (["Anne Gagnon", "Anne Roy", "Dan"], ["Anne G.", "Anne R.", "Dan"]),
        (["Anne Gagnon", "Anne Giroux"], ["Anne Gagnon", "Anne Giroux"]),
        (["Anne", "Anne"], ["Anne", "Anne"]),
        (["joueur anonyme", "joueur anonyme"], ["joueur anonyme", "joueur anonyme"]),
        ([], []),
    ],
)
def test_short_names_tell_people_at_one_table_apart(names, short):
    assert short_names(names) == short


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anne", "Anne"),
        ("=1+1 <b>", "=1+1 <b>"),
        ("\U0001f0a1\u200d", "\U0001f0a1\u200d"),
        ("שלום", "\u2068שלום\u2069"),
        ("\u202eenna", "\u2068\u202eenna\u2069"),
        ("a\u2069b", "\u2068ab\u2069"),
        ("a\u2067b", "\u2068a\u2067b\u2069\u2069"),
        ("a\u2067b\u2069c", "\u2068a\u2067b\u2069c\u2069"),
    ],
)
def test_a_name_in_a_sentence_turns_nothing_around(name, expected):
    assert isolated(name) == expected
