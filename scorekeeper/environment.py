"""Reads the environment once, and refuses a wrong setting with one sentence.

Pure Python, so that a wrong setting is refused before Django starts.
"""

import errno
import os
import re
import secrets
import shlex
import socket
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import ZoneInfo

from scorekeeper import places
from scorekeeper.console import gettext as _

ON = {"on", "1", "true", "yes", "oui"}
OFF = {"off", "0", "false", "no", "non"}
KEY_FILE = "secret-key"
SECRET_KEY_LENGTH = 50  # the least that `manage.py check --deploy` accepts


class SettingError(ValueError):
    """Raised for a setting that cannot be used. Its text is one sentence for the terminal."""


@dataclass(frozen=True)
class Mail:
    """The mail server, and the sender of letters."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str
    password: str = field(repr=False)
    sender: str


@dataclass(frozen=True)
class Backups:
    """The dated copies: their folder, whether a worker makes one a day, and what they hold.

    `hook` is the command that takes a copy elsewhere; it gets the path of the file.
    """

    folder: Path
    daily: bool
    hook: tuple[str, ...]
    secret_key: bool


@dataclass(frozen=True)
class Environment:
    """The settings of one start, all of them valid."""

    host: str
    port: int
    data: Path
    database_url: str = field(repr=False)
    direct_url: str | None = field(repr=False)
    replica_urls: tuple[str, ...] = field(repr=False)
    secret_key: str = field(repr=False)
    admin_token: str | None = field(repr=False)
    open_tables: bool
    rate_limits: bool
    public_url: str | None
    hosts: tuple[str, ...]
    processes: int
    worker: bool
    offline: bool
    time_zone: str
    mail: Mail | None
    backups: Backups
    metrics: bool
    metrics_token: str | None = field(repr=False)
    hsts_subdomains: bool
    hsts_preload: bool
    debug: bool
    read_only: bool

    @property
    def on_sqlite(self) -> bool:
        """Whether the database is SQLite, which only one process may serve."""
        return self.database_url.startswith("sqlite:")

    @property
    def public_host(self) -> str | None:
        """The host name of the deployment, if there is one."""
        return urlsplit(self.public_url).hostname if self.public_url else None

    @property
    def names(self) -> list[str]:
        """The host names that are served, as Django's patterns: this machine's and those set."""
        machine = socket.gethostname().lower()
        label = machine.partition(".")[0]
        own = [name for name in (machine, label, f"{label}.local") if label]
        return [".localhost", *own, self.host.lower(), *self.hosts]


def read(variables: Mapping[str, str] = os.environ) -> Environment:
    """Read every setting, and create the data folder. Raises SettingError.

    An empty variable counts as not set.
    """
    given = {name: value.strip() for name, value in variables.items() if value.strip()}
    debug = _switch(given, "SCOREKEEPER_DEBUG", default=False)
    data, read_only = _data_folder(given)
    metrics_token = _header_token(given, "SCOREKEEPER_METRICS_TOKEN")
    environment = Environment(
        host=given.get("HOST", "0.0.0.0"),  # noqa: S104 -- phones of the table must reach it
        port=_number(given, "PORT", default=8000, low=1, high=65535),
        data=data,
        database_url=_database_url(given, data),
        direct_url=_other_url("DATABASE_DIRECT_URL", given.get("DATABASE_DIRECT_URL")),
        replica_urls=tuple(
            _other_url("DATABASE_REPLICA_URLS", url) or ""
            for url in given.get("DATABASE_REPLICA_URLS", "").split()
        ),
        secret_key=_secret_key(given, data),
        admin_token=_header_token(given, "SCOREKEEPER_ADMIN_TOKEN"),
        open_tables=_switch(given, "SCOREKEEPER_OPEN_TABLES", default=True),
        rate_limits=_switch(given, "SCOREKEEPER_RATE_LIMITS", default=True),
        public_url=_public_url(given),
        hosts=_hosts(given),
        processes=_number(given, "SCOREKEEPER_PROCESSES", default=1, low=1, high=256),
        worker=_switch(given, "SCOREKEEPER_WORKER", default=True),
        offline=_switch(given, "SCOREKEEPER_OFFLINE", default=True),
        time_zone=_time_zone(given),
        mail=_mail(given),
        backups=_backups(given, data),
        metrics=_switch(given, "SCOREKEEPER_METRICS", default=metrics_token is not None),
        metrics_token=metrics_token,
        hsts_subdomains=_switch(given, "SCOREKEEPER_HSTS_SUBDOMAINS", default=False),
        hsts_preload=_switch(given, "SCOREKEEPER_HSTS_PRELOAD", default=False),
        debug=debug,
        read_only=read_only,
    )
    _refuse_contradictions(environment)
    return environment


def _refuse_contradictions(environment: Environment) -> None:
    if environment.processes > 1 and environment.on_sqlite:
        raise SettingError(
            _(
                "SCOREKEEPER_PROCESSES=%(processes)s : avec SQLite les annonces aux "
                "autres écrans restent dans un seul processus ; mettre 1, ou donner une "
                "base PostgreSQL dans DATABASE_URL."
            )
            % {"processes": environment.processes}
        )
    if environment.on_sqlite and (environment.direct_url or environment.replica_urls):
        raise SettingError(
            _(
                "DATABASE_DIRECT_URL et DATABASE_REPLICA_URLS vont avec une base PostgreSQL dans "
                "DATABASE_URL."
            )
        )
    if environment.mail and not environment.public_url:
        raise SettingError(
            _(
                "SCOREKEEPER_EMAIL_URL : un courrier doit nommer le site ; donner aussi "
                "son adresse dans SCOREKEEPER_PUBLIC_URL."
            )
        )
    if environment.hsts_preload and not environment.hsts_subdomains:
        raise SettingError(
            _("SCOREKEEPER_HSTS_PRELOAD=on demande aussi SCOREKEEPER_HSTS_SUBDOMAINS=on.")
        )
    if environment.debug and environment.public_url:
        raise SettingError(
            _(
                "SCOREKEEPER_DEBUG=on montre le code aux visiteurs : impossible avec "
                "SCOREKEEPER_PUBLIC_URL."
            )
        )


def _switch(given: Mapping[str, str], name: str, *, default: bool) -> bool:
    value = given.get(name, "").lower()
    if not value:
        return default
    if value in ON | OFF:
        return value in ON
    raise SettingError(
        _("%(name)s=%(value)s : les valeurs possibles sont on et off.")
        % {"name": name, "value": given[name]}
    )


def _number(given: Mapping[str, str], name: str, *, default: int, low: int, high: int) -> int:
    value = given.get(name, str(default))
    if value.isascii() and value.isdigit() and len(value) < 10 and low <= int(value) <= high:
        return int(value)
    raise SettingError(
        _("%(name)s=%(value)s : un nombre entier de %(low)s à %(high)s est attendu.")
        % {"name": name, "value": value, "low": low, "high": high}
    )


def _data_folder(given: Mapping[str, str]) -> tuple[Path, bool]:
    """Return the data folder, and whether its disk can only be read.

    Such a folder must be that of a site: its database can still be backed up.
    """
    configured = Path(given.get("SCOREKEEPER_DATA") or places.default_data())
    try:
        folder = configured.expanduser().absolute()
    except RuntimeError:
        raise SettingError(
            _("SCOREKEEPER_DATA=%(asked)s : il n'y a pas de tel compte sur cette machine.")
            % {"asked": configured}
        ) from None
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Whether the folder is writable depends on permissions, mounts and quotas, so it is tried.
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        key = "SCOREKEEPER_SECRET_KEY" in given or os.access(folder / KEY_FILE, os.R_OK)
        if key and error.errno in (errno.EROFS, errno.EACCES):
            return folder, True
        raise unwritable(folder, error.strerror) from error
    return folder, False


def unwritable(folder: Path, reason: str | None) -> SettingError:
    """Return the error of a data folder in which nothing can be written."""
    return SettingError(
        _("SCOREKEEPER_DATA=%(folder)s : impossible d'écrire dans ce dossier (%(reason)s).")
        % {"folder": folder, "reason": reason}
    )


def _backups(given: Mapping[str, str], data: Path) -> Backups:
    folder = given.get("SCOREKEEPER_BACKUPS")
    try:
        hook = tuple(shlex.split(given.get("SCOREKEEPER_BACKUP_HOOK", "")))
    except ValueError:
        raise SettingError(
            _("SCOREKEEPER_BACKUP_HOOK : les guillemets de cette commande ne se ferment pas.")
        ) from None
    return Backups(
        folder=Path(folder).absolute() if folder else data / "backups",
        daily=_switch(given, "SCOREKEEPER_DAILY_BACKUP", default=True),
        hook=hook,
        secret_key=_switch(given, "SCOREKEEPER_BACKUP_SECRET_KEY", default=False),
    )


def _database_url(given: Mapping[str, str], data: Path) -> str:
    url = given.get("DATABASE_URL")
    if url is None:
        return f"sqlite:///{data / 'scorekeeper.sqlite3'}"
    parts, named = _database_parts("DATABASE_URL", url)
    if parts.scheme not in {"postgres", "postgresql", "sqlite"}:
        raise SettingError(
            _(
                "DATABASE_URL : l'adresse commence par postgresql:// ou par sqlite:///, "
                "aucune autre base ne convient."
            )
        )
    if parts.scheme == "sqlite" and (parts.query or parts.fragment):
        raise SettingError(_("DATABASE_URL : une adresse sqlite:/// ne prend pas d'options."))
    if not named or ":memory:" in url:
        raise SettingError(
            _(
                "DATABASE_URL : il manque le nom de la base (postgresql://hôte/base) ou "
                "du fichier (sqlite:////dossier/fichier)."
            )
        )
    return url


def _database_parts(name: str, url: str) -> tuple[SplitResult, bool]:
    """Return the parts of a database's address, and whether it names a database.

    Raises SettingError. No message quotes the address, because it may contain a password.
    """
    try:
        parts = urlsplit(url)
        # There may be several hosts, as in libpq. They are separated by commas, and each may
        # have a port.
        places = parts.netloc.rpartition("@")[2].split(",")
        named = bool(parts.path.strip("/")) and all(
            urlsplit(f"//{place}").port != 0 for place in places
        )
    except ValueError:
        raise SettingError(
            _("%(setting)s : cette adresse n'est pas lisible.") % {"setting": name}
        ) from None
    return parts, named


def _other_url(name: str, url: str | None) -> str | None:
    """Return `url`, if it is the address of a PostgreSQL database, or None if it is None.

    Raise SettingError, which names the setting `name`, for any other text.
    """
    if url is None:
        return None
    parts, named = _database_parts(name, url)
    if parts.scheme not in {"postgres", "postgresql"} or not named:
        raise SettingError(
            _("%(setting)s : une adresse comme postgresql://hôte/base est attendue.")
            % {"setting": name}
        )
    return url


def _header_token(given: Mapping[str, str], name: str) -> str | None:
    token = given.get(name)
    if token and not (token.isascii() and token.isprintable() and " " not in token):
        # The token is sent in an HTTP header, so it must be printable ASCII.
        raise SettingError(
            _(
                "%(name)s : seulement des lettres sans accent, des chiffres et des signes, "
                "sans espace."
            )
            % {"name": name}
        )
    return token


# A host name, or an IPv6 or IPv4 address.
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*")


def _public_url(given: Mapping[str, str]) -> str | None:
    url = given.get("SCOREKEEPER_PUBLIC_URL")
    if url is None:
        return None
    sentence = _(
        "SCOREKEEPER_PUBLIC_URL=%(url)s : une adresse comme "
        "https://10.example.org est attendue, sans chemin."
    ) % {"url": url}
    try:
        parts = urlsplit(url)
        port = "" if parts.port is None else f":{parts.port}"
        host = parts.hostname or ""
    except ValueError:
        raise SettingError(sentence) from None
    extra = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme != "https" or not HOST_NAME.fullmatch(host) or port == ":0" or extra:
        raise SettingError(sentence)
    return f"https://{f'[{host}]' if ':' in host else host}{port}"


def _hosts(given: Mapping[str, str]) -> tuple[str, ...]:
    names = given.get("SCOREKEEPER_HOSTS", "").lower().split()
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise SettingError(
                _(
                    "SCOREKEEPER_HOSTS=%(name)s : des noms de machine comme carnet.lan sont "
                    "attendus, séparés par des espaces, sans http:// ni port."
                )
                % {"name": name}
            )
    return tuple(names)


MAIL_PORTS = {"smtp": 587, "smtps": 465}
HERE = {"localhost", "127.0.0.1", "::1"}
ADDRESS = re.compile(r"[^@\s<>\"']+@[^@\s<>\"'.]+(\.[^@\s<>\"'.]+)*")


def _mail(given: Mapping[str, str]) -> Mail | None:
    url, sender = given.get("SCOREKEEPER_EMAIL_URL"), given.get("SCOREKEEPER_EMAIL_FROM")
    if url is None and sender is None:
        return None
    if url is None or sender is None:
        raise SettingError(
            _(
                "SCOREKEEPER_EMAIL_URL et SCOREKEEPER_EMAIL_FROM vont ensemble : donner "
                "les deux, ou aucun."
            )
        )
    if not ADDRESS.fullmatch(sender) or not sender.isascii():
        raise SettingError(
            _("SCOREKEEPER_EMAIL_FROM : une adresse comme carnet@10.example.org est attendue.")
        )
    return _mail_server(url, sender)


def _mail_server(url: str, sender: str) -> Mail:
    # No message quotes the address, because it may contain a password.
    sentence = _(
        "SCOREKEEPER_EMAIL_URL : une adresse comme "
        "smtp://compte:secret@serveur:587 ou smtps://compte:secret@serveur:465 "
        "est attendue."
    )
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        raise SettingError(sentence) from None
    extra = parts.path.strip("/") or parts.query or parts.fragment
    if parts.scheme not in MAIL_PORTS or not HOST_NAME.fullmatch(host) or port == 0 or extra:
        raise SettingError(sentence)
    if parts.scheme == "smtps":
        security: Literal["tls", "starttls", "none"] = "tls"
    else:
        # The mail server of this machine rarely speaks TLS, and needs none: nothing leaves the
        # machine.
        security = "none" if host in HERE else "starttls"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mail(host, port or MAIL_PORTS[parts.scheme], security, user, password, sender)


def _time_zone(given: Mapping[str, str]) -> str:
    name = given.get("SCOREKEEPER_TIME_ZONE", "Europe/Paris")
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise SettingError(
            _(
                "SCOREKEEPER_TIME_ZONE=%(name)s : ce fuseau horaire n'existe pas ; par "
                "exemple Europe/Paris."
            )
            % {"name": name}
        ) from None
    return name


def _secret_key(given: Mapping[str, str], data: Path) -> str:
    key = given.get("SCOREKEEPER_SECRET_KEY")
    if key is None:
        return _kept_secret_key(data / KEY_FILE)
    if len(key) < SECRET_KEY_LENGTH:
        raise SettingError(
            _(
                "SCOREKEEPER_SECRET_KEY : %(length)s caractères au moins sont attendus ; "
                "sans ce réglage une clé est créée dans le dossier des données."
            )
            % {"length": SECRET_KEY_LENGTH}
        )
    return key


def _kept_secret_key(path: Path) -> str:
    """Return the secret key of the data folder, which is created at the first start."""
    try:
        if not path.exists():
            write_private(path, secrets.token_urlsafe(SECRET_KEY_LENGTH), replace=False)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(
            _("Le fichier %(path)s de la clé secrète n'est pas lisible.") % {"path": path}
        ) from error
    if len(key) < SECRET_KEY_LENGTH:
        raise SettingError(
            _(
                "Le fichier %(path)s ne contient pas une clé secrète entière : le "
                "supprimer en fera une nouvelle."
            )
            % {"path": path}
        )
    return key


def write_private(path: Path, text: str, *, replace: bool = True) -> None:
    """Write a private file, completely or not at all. Without `replace`, an existing file stays."""
    handle, draft = tempfile.mkstemp(dir=path.parent)  # readable by its owner only, from the start
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        if replace or not path.exists():
            os.replace(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
