"""Spaces around French punctuation.

In code, texts and catalogues they are typed as plain spaces.
"""

import re

# Within « », after ±, and before ; : ! ? and % (doubled if values are filled in).
_KEPT = re.compile(r"(?<=[«±]) | (?=»|[;:!?](?:[\s<»)]|$)|%{1,2}(?:[\s.,;)]|$))")


def glued(text: str) -> str:
    """Return French text whose punctuation stays with its words: no line breaks between the two."""
    return _KEPT.sub("\u00a0", text)
