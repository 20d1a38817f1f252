"""What the catalogue's sentences must not contain, whatever they say."""

import re

# Places for values, and HTML tags with their attributes: neither is read as text.
_NOT_TEXT = re.compile(r"%\(\w+\)s|<[^<>]*>")
_ENGLISH = {
    re.compile(r"['\"]"): "apostrophe ou guillemet droit",
    re.compile(r"[«»]"): "guillemets français",
    re.compile(r"\s[:;?!](?=\s|$)"): "espace devant un signe",
    re.compile(r"(?<![=/\d])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![/\d])"): "date en chiffres",
    re.compile(r"\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE): "heure sur douze",
}
_ONE_OF_MANY = re.compile(r"(?<![\w.,-])1 [^\W\d_]+(?<!s)s\b")
_COUNTED = re.compile(r"%\(count(?:er)?\)s [^\W\d_]+s\b")
# Words that end in s in the singular too, after a number.
_ALWAYS_S = re.compile(r" (?:as|bonus|has|is|malus|pays|plus|sans|yams)$")


def style_faults(language: str, forms: list[str]) -> list[str]:
    """Return what is wrong with the typography of a sentence: of its one form, or of its singular
    and its plural.
    """
    matches = [_ONE_OF_MANY.search(form) for form in forms[:1]]
    faults = [f"« {match[0]} »" for match in matches if match and not _always_s(match[0])]
    if len(forms) > 1:
        both = set(_COUNTED.findall(forms[0])) & set(_COUNTED.findall(forms[1]))
        faults += [f"« {text} » au singulier" for text in sorted(both) if not _always_s(text)]
    if language == "en":
        texts = [_NOT_TEXT.sub("x", form) for form in forms]
        faults += [
            fault for wrong, fault in _ENGLISH.items() if any(wrong.search(text) for text in texts)
        ]
    return faults


def _always_s(text: str) -> bool:
    return _ALWAYS_S.search(text) is not None
