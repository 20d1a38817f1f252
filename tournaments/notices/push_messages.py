"""Web Push: the encrypted message (RFC 8291), and the signature of its sender (RFC 8292).

The primitives are those of `cryptography`. This module applies them in the order of both standards.
"""

import base64
import hashlib
import json
import os
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

CURVE = ec.SECP256R1()
# The order of the curve. A private key is smaller than this number.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
RECORD_SIZE = 4096
# How long a signature is valid (`SIGNED_FOR`), and how long the push service keeps a message
# that it can't deliver (`KEPT_FOR`), in seconds.
SIGNED_FOR = 12 * 3600
KEPT_FOR = 3600


class UnusableKey(ValueError):
    """The keys that a browser sent can't be used to encrypt."""


def to_text(data: bytes) -> str:
    """Return bytes as base64url without padding, as browsers write keys."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Return the bytes of a base64url text. Raise `UnusableKey` if it can't be decoded."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise UnusableKey(text) from None


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as the bytes of its uncompressed point."""
    shape = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, shape)


def read_key(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Return the public key and the secret of a subscription.

    Raise `UnusableKey` if one of them can't be used.
    """
    secret = to_bytes(auth)
    try:
        key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(p256dh))
    except ValueError:
        raise UnusableKey(p256dh) from None
    if len(secret) != 16:
        raise UnusableKey(auth)
    return key, secret


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return a message that only the subscription's browser can read (RFC 8291, one record).

    `own` and `salt` are newly generated for each message. Only tests pass them, to compare with
    the example of the standard.
    """
    key, secret = read_key(p256dh, auth)
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    mine = point(own.public_key())
    shared = _derived(own.exchange(ec.ECDH(), key), secret, _info(point(key), mine), 32)
    content = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    # The byte 2 marks the last record.
    sealed = AESGCM(content).encrypt(nonce, text + b"\2", None)
    return salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(mine)]) + mine + sealed


def _info(theirs: bytes, mine: bytes) -> bytes:
    return b"WebPush: info\0" + theirs + mine


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


@lru_cache(1)
def site_key() -> ec.EllipticCurvePrivateKey:
    """Return the key by which push services recognise this site. It is derived from the secret
    key.
    """
    seed = hashlib.sha512(b"web push " + settings.SECRET_KEY.encode()).digest()
    return ec.derive_private_key(int.from_bytes(seed, "big") % (ORDER - 1) + 1, CURVE)


def public_key() -> str:
    """Return the public part of the site's key. A browser needs it to subscribe."""
    return to_text(point(site_key().public_key()))


def authorization(url: str, contact: str, now: float | None = None) -> str:
    """Return the value of the header that identifies the sender to a push service (RFC 8292)."""
    parts = urlsplit(url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time() if now is None else now) + SIGNED_FOR,
        "sub": contact,
    }
    signed = ".".join(
        to_text(json.dumps(segment, separators=(",", ":")).encode())
        for segment in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    first, second = decode_dss_signature(
        site_key().sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    )
    mark = to_text(first.to_bytes(32, "big") + second.to_bytes(32, "big"))
    return f"vapid t={signed}.{mark}, k={public_key()}"


def headers(url: str, contact: str) -> dict[str, str]:
    """Return the HTTP headers of an encrypted message. `contact` is an address of the sender."""
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT_FOR),
        "Urgency": "high",
        "Authorization": authorization(url, contact),
    }
