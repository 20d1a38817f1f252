"""Checks that a code has a sentence."""

from games.refusals import SENTENCES


def assert_worded(sentences, code, params):
    """Assert that the code has a sentence whose placeholders the parameters fill."""
    sentence = str({**SENTENCES, **sentences}[code] % params)
    assert "%(" not in sentence
    assert "None" not in sentence, (code, params)
