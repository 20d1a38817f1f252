"""The owner of a job: an account, or a visitor with a secret key. Decides who may see which job.

A visitor's key is signed. A browser stores it in an HttpOnly cookie; a program sends it as
`X-Job-Token`.
"""

import hashlib
import re
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from clubs.first_answers import WriteKey
from clubs.models import User
from clubs.tokens import new_token, token_digest
from core import cookies
from jobs.models import Job
from jobs.registry import JobRights, shown_work
from ratelimits import limits

NAME = "jobs"
HEADER = "X-Job-Token"
AGE = 30 * 24 * 3600  # seconds
_TOKEN = re.compile(r"[\w-]{32}\.[\w-]{43}", re.ASCII)


@dataclass(frozen=True, slots=True)
class JobOwner:
    """The owner of jobs.

    `token` is a visitor's key, empty for an account. `new`: the key was made by this request.
    `request` is the owner's request. It decides the rights to jobs that serve everybody; without a
    request the owner has none of these.
    """

    account: User | None = None
    token: str = ""
    origin: str = ""
    new: bool = False
    request: Any = field(default=None, compare=False, repr=False)

    @property
    def visitor(self) -> str:
        """The digest of a visitor's key, as the database stores it; empty for an account."""
        return token_digest(self.token) if self.token else ""

    @property
    def is_site_owner(self) -> bool:
        """Whether this is the site's owner, who may see every job."""
        return self.account is not None and self.account.is_superuser

    def owns(self, job: Job) -> bool:
        """Whether a job is this owner's."""
        if job.owner_id is not None:
            return self.account is not None and self.account.pk == job.owner_id
        return bool(self.token) and self.visitor == job.visitor

    def may_see(self, job: Job) -> bool:
        """Whether this owner may see a job.

        They may see their own jobs and those that `Work.rights` let them see. The site's owner may
        see all.
        """
        return self.owns(job) or self.is_site_owner or self._rights(job).see

    def may_stop(self, job: Job) -> bool:
        """Whether this owner may stop a job.

        They may stop their own jobs. If the kind of work has `rights`, these decide instead. The
        site's owner may stop all.
        """
        if self.is_site_owner:
            return True
        return self._rights(job).stop if shown_work(job.kind).rights else self.owns(job)

    def _rights(self, job: Job) -> JobRights:
        rights_of = shown_work(job.kind).rights
        if rights_of is None or self.request is None:
            return JobRights()
        return rights_of(job, self.request)


def page_owner(request: HttpRequest) -> JobOwner:
    """Return the owner who sent the request of a page."""
    return _asker(request, cookies.read(request, NAME))


def api_owner(request: Any, key: WriteKey | None = None) -> JobOwner:
    """Return the owner who sent an API call. The site's cookies are not read there.

    `key` identifies a write that may be sent again. A visitor's new key is then derived from it, so
    that the same write gets the same key.
    """
    return _asker(request, request.headers.get(HEADER, ""), key)


def keep(response: HttpResponseBase, owner: JobOwner) -> None:
    """Store a visitor's new key in the browser. Every page that starts a job calls it."""
    if owner.new:
        cookies.keep(response, NAME, owner.token, age=AGE)


def _asker(request: Any, token: str, key: WriteKey | None = None) -> JobOwner:
    if isinstance(request.user, User):
        return JobOwner(account=request.user, request=request)
    known = _is_ours(token)
    return JobOwner(
        token=token if known else _signer().sign(key.secret("job", 24) if key else new_token()),
        origin=_origin(limits.address(request)),
        new=not known,
        request=request,
    )


def _signer() -> signing.Signer:
    return signing.Signer(sep=".", salt="jobs")


def _is_ours(token: str) -> bool:
    if not _TOKEN.fullmatch(token):
        return False
    try:
        _signer().unsign(token)
    except signing.BadSignature:
        return False
    return True


def _origin(address: str) -> str:
    """Return a keyed digest of an address, so that not even a backup reveals the address."""
    secret = settings.SECRET_KEY.encode()[:64]
    return hashlib.blake2b(f"job {address}".encode(), key=secret, digest_size=16).hexdigest()
