"""Whether a code has a sentence."""

from games.sentences import SENTENCES


def assert_worded(sentences, code, params):
    """The code has a sentence, whose places the parameters fill, each with something."""
    sentence = str({**SENTENCES, **sentences}[code]) % params
    assert "%(" not in sentence
    assert "None" not in sentence, (code, params)
