"""Spaces around French punctuation.

In code, texts and catalogues they are typed as plain spaces.
"""

import re

# Within « », after ±, in « 505 à 260 », and before ; : ! ? and % (doubled if values are filled in).
_KEPT = re.compile(r"(?<=[«±]) |(?<=s à) (?=%\()| (?=»|[;:!?](?:[\s<»)]|$)|%{1,2}(?:[\s.,;)]|$))")


# Between thousands.
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")


# « gagne-t-elle », « peut-on »: a verb and who does it.
_ASKED = re.compile(r"(?<=[^\W\d_])-(?=(?:t-)?(?:ils?|elles?|on)\b)")

# A word of up to three letters leans on the next one.
_SHORT = re.compile(r"(?<!\S)(\S{1,3}) ")


def glued(text: str) -> str:
    """Return French text whose punctuation stays with its words: no line breaks between the two.

    A figure stays whole as well, with the thin space of the figures that are filled in, and so does
    a verb with its pronoun.
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
