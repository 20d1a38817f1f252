"""What the start prints in the terminal: in French, or in the terminal's own language."""

import pytest

from scorekeeper import console
from scorekeeper.environment import SettingError, read


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "fr"),
        ({"LANG": "C"}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "fr_FR.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "en_GB.UTF-8", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_terminal_says_which_language(variables, language):
    assert console.language(variables) == language


@pytest.mark.parametrize(
    ("terminal", "sentence"),
    [
        ("fr_FR.UTF-8", "PORT=0 : un nombre entier de 1 à 65535 est attendu."),
        ("en_GB.UTF-8", "PORT=0: a whole number from 1 to 65535 is expected."),
    ],
)
def test_a_wrong_setting_is_refused_in_the_language_of_the_terminal(
    monkeypatch, tmp_path, terminal, sentence
):
    monkeypatch.setenv("LC_ALL", terminal)
    with pytest.raises(SettingError, match=f"^{sentence}$"):
        read({"SCOREKEEPER_DATA": str(tmp_path), "PORT": "0"})
