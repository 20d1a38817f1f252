"""Text files in the encodings that spreadsheets write."""

import pytest

from core.text.texts import NotText, misread, text_of

LIST = "Nom;Prénom\r\nŒuvré;François\r\nD’Or;Zoé « l’aînée »\r\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_what_a_french_spreadsheet_writes_is_read(encoding):
    assert text_of(LIST.encode(encoding)) == LIST


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04 a workbook", "workbook"),
        (b"\xd0\xcf\x11\xe0 an older one", "workbook"),
        ("André; François".encode("mac_roman"), "encoding"),
        ("Lefèvre; François".encode("cp850"), "encoding"),
        (b"\xff\xfeA", "encoding"),
        (b"Anne\x00\x01Bruno;", "encoding"),
    ],
)
def test_what_cannot_be_read_is_refused(data, code):
    with pytest.raises(NotText) as refused:
        text_of(data)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("AndrÃ©", True),
        ("Andr\ufffd", True),
        ("Lâ€™Or", True),
        ("SÃO Paulo, Ângela, Âme, « Â »", False),
        ("Zoé d’Or – l’aînée", False),
    ],
)
def test_a_text_misread_on_its_way_is_seen(text, wrong):
    assert misread(text) is wrong
