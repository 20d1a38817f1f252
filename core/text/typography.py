"""Puts spaces and hyphens at which no line breaks into texts, as around French punctuation.

In code, texts and catalogues plain spaces and hyphens are typed.
"""

import re

# Spaces at which no line may break: within « », after ±, in « 505 à 260 », and before ; : ! ? and %
# (« %% » in a text that has values filled in).
_KEPT = re.compile(r"(?<=[«±]) |(?<=s à) (?=%\()| (?=»|[;:!?](?:[\s<»)]|$)|%{1,2}(?:[\s.,;)]|$))")


# The space between thousands.
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")


# The hyphen between a verb and its pronoun: « gagne-t-elle », « peut-on ».
_ASKED = re.compile(r"(?<=[^\W\d_])-(?=(?:t-)?(?:ils?|elles?|on)\b)")

# A word of up to three characters, which must be on the same line as the next word.
_SHORT = re.compile(r"(?<!\S)(\S{1,3}) ")


def glued(text: str) -> str:
    """Return French text in which no line breaks between a word and its punctuation.

    No line breaks within a figure or between a verb and its pronoun either. In a figure, the space
    between thousands is thin, as in figures that are filled in.
    """
    return _ASKED.sub("\u2011", whole_figures(_KEPT.sub("\u00a0", text)))


def whole_figures(text: str) -> str:
    """Return text where « 10 000 » is not broken by the end of a line."""
    return _THOUSANDS.sub("\u202f", text)


def whole_name(name: str) -> str:
    """Return a name, in any language, that no line breaks after a short word: « Jeu du 10 »."""
    return _SHORT.sub("\\1\u00a0", whole_figures(name))


def loosened(text: str) -> str:
    """Return text with the spaces and hyphens that a keyboard types, for programs and files."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("\u2011", "-")
