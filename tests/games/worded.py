"""Whether a code has a sentence."""

from games.wording import COMMON_ERRORS


def assert_worded(sentences, code, params):
    """The code has a sentence, whose places the parameters fill, each with something."""
    sentence = str({**COMMON_ERRORS, **sentences}[code]) % params
    assert "%(" not in sentence
    assert "None" not in sentence, (code, params)
