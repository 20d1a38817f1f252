"""How French sets its signs. In code, texts and catalogues they are typed with plain spaces."""

import re

# Within « », after ±, and before ; : ! ? and the hundredths (doubled where others are filled in).
_KEPT = re.compile(r"(?<=[«±]) | (?=»|[;:!?](?:[\s<»)]|$)|%{1,2}(?:[\s.,;)]|$))")


def glued(text: str) -> str:
    """Return French text whose signs stay with their words: no line ends between the two."""
    return _KEPT.sub("\u00a0", text)
