"""Signed files that sites exchange: the deals of a duplicate, and their results.

Each file is JSON with the public key of the site that made it, and its signature (Ed25519) over the
rest, so that nobody can change a card or a result on the way. The key is derived from the site's
secret key, so that it is the same for all files of a site. Two clubs may compare its short
fingerprint (`mark`) by telephone.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.utils.crypto import salted_hmac

DEALS, RESULTS = "deals", "results"
# The largest size of a file, in characters.
MOST = 2_000_000


class Unsigned(ValueError):
    """Raised for a file that can't be read, or whose signature does not match its content."""


def _key() -> Ed25519PrivateKey:
    seed = salted_hmac("tournaments.signed_files", "ed25519", algorithm="sha256").digest()
    return Ed25519PrivateKey.from_private_bytes(seed)


def _canonical(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def signed(kind: str, data: Mapping[str, Any]) -> str:
    """Return the text of a signed file with this data. `kind` is `DEALS` or `RESULTS`."""
    key = _key()
    whole = {**data, "kind": kind, "signer": own_signer()}
    whole["signature"] = key.sign(_canonical(whole)).hex()
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def read(kind: str, text: str) -> dict[str, Any]:
    """Return the content of a signed file.

    Raise `Unsigned` if the file is too large, has a wrong signature or is of another kind.
    """
    if len(text) > MOST:
        raise Unsigned("size")
    try:
        whole = json.loads(text)
        signature = bytes.fromhex(whole.pop("signature"))
        signer = Ed25519PublicKey.from_public_bytes(bytes.fromhex(whole["signer"]))
        signer.verify(signature, _canonical(whole))
    except (
        AttributeError,
        InvalidSignature,
        KeyError,
        RecursionError,
        TypeError,
        ValueError,
    ) as no:
        raise Unsigned("signature") from no
    if whole.get("kind") != kind:
        raise Unsigned("kind")
    contents: dict[str, Any] = whole
    return contents


def mark(signer: str) -> str:
    """Return the short fingerprint of a signer's key: « 3f9a 01c2 77e0 »."""
    digest = sha256(bytes.fromhex(signer)).hexdigest()
    return " ".join(digest[at : at + 4] for at in (0, 4, 8))


def own_signer() -> str:
    """Return this site's public key, in hexadecimal."""
    return _key().public_key().public_bytes_raw().hex()


def own_mark() -> str:
    """Return the short fingerprint of this site's key."""
    return mark(own_signer())


def deal_mark(number: int, hands: Sequence[Sequence[str]]) -> str:
    """Return the fingerprint of a board's number and deal, in hexadecimal."""
    return sha256(_canonical({str(number): [sorted(hand) for hand in hands]})).hexdigest()
