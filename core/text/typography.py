"""Replaces spaces and hyphens by ones at which no line breaks, as French punctuation requires.

Code, texts and catalogues contain plain spaces and hyphens.
"""

import re

# The spaces at which no line may break: inside « », after ±, in « 505 à 260 », and before any of
# `; : ! ? %`. (`%%` is a % in a text that is still to be filled in.)
_KEPT = re.compile(r"(?<=[«±]) |(?<=s à) (?=%\()| (?=»|[;:!?](?:[\s<»)]|$)|%{1,2}(?:[\s.,;)]|$))")


# The space that separates thousands in a number.
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")


# The hyphen between a verb and its pronoun: « gagne-t-elle », « peut-on ».
_ASKED = re.compile(r"(?<=[^\W\d_])-(?=(?:t-)?(?:ils?|elles?|on)\b)")

# A word of up to three characters, which must stay on the line of the next word.
_SHORT = re.compile(r"(?<!\S)(\S{1,3}) ")


def glued(text: str) -> str:
    """Return French text in which no line breaks between a word and its punctuation.

    No line breaks within a number either, or between a verb and its pronoun. The space between
    thousands becomes a thin space.
    """
    return _ASKED.sub("\u2011", whole_figures(_KEPT.sub("\u00a0", text)))


def whole_figures(text: str) -> str:
    """Return text in which no line breaks within a number such as « 10 000 »."""
    return _THOUSANDS.sub("\u202f", text)


def whole_name(name: str) -> str:
    """Return a name, in any language, in which no line breaks after a short word: « Jeu du 10 »."""
    return _SHORT.sub("\\1\u00a0", whole_figures(name))


def loosened(text: str) -> str:
    """Return a text with the plain spaces and hyphens of a keyboard, for programs and files."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("\u2011", "-")
