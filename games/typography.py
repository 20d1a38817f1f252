"""Spaces around French punctuation.

In code, texts and catalogues they are typed as plain spaces.
"""

import re

# Within « », after ±, in « 505 à 260 », and before ; : ! ? and % (doubled if values are filled in).
_KEPT = re.compile(r"(?<=[«±]) |(?<=s à) (?=%\()| (?=»|[;:!?](?:[\s<»)]|$)|%{1,2}(?:[\s.,;)]|$))")


# Between thousands.
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")


def glued(text: str) -> str:
    """Return French text whose punctuation stays with its words: no line breaks between the two.

    A figure stays whole as well, with the thin space of the figures that are filled in.
    """
    return _THOUSANDS.sub("\u202f", _KEPT.sub("\u00a0", text))
