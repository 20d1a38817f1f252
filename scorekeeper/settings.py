"""Django's settings, from the environment (see `scorekeeper.environment` and the README)."""

import os
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.role_table import Capability
from scorekeeper import environment, places, rates
from scorekeeper.database.addresses import database

ENVIRONMENT = environment.read()
# Compiled simulations are cached in the data folder, because the code may be read-only.
os.environ.setdefault("NUMBA_CACHE_DIR", str(ENVIRONMENT.data / "numba"))
BASE_DIR = places.SHARED
DATA = ENVIRONMENT.data
PUBLIC_URL = ENVIRONMENT.public_url
# The address that the server listens on.
LISTENS_ON = ENVIRONMENT.host
PUBLIC = PUBLIC_URL is not None

# -- The site ---------------------------------------------------------------------------------

SITE_NAME = "Le carnet"
OPEN_TABLES = ENVIRONMENT.open_tables
OFFLINE = ENVIRONMENT.offline
DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
ASGI_APPLICATION = "scorekeeper.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "clubs.User"

# At a table, the site is reached by any address of the laptop and by its names; `KnownHost` refuses
# all others. A deployment answers to its own name only, and to monitors on the machine.
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [ENVIRONMENT.public_host, *LOCAL_HOSTS, *ENVIRONMENT.hosts] if PUBLIC else ["*"]
SERVED_NAMES = ENVIRONMENT.names

INSTALLED_APPS = [
    "scorekeeper",
    "clubs",
    "ratelimits",
    "jobs",
    "games",
    "games.dix",
    "games.dix_mille",
    "games.yams",
    "games.maitre",
    "games.bataille",
    "leaderboards",
    "tournaments",
    "transmission",
    "labo",
    "bulletin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
    "csp",
    "django_filters",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "drf_spectacular",
    "drf_standardized_errors",
    "rest_framework",
]

MIDDLEWARE = [
    "scorekeeper.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scorekeeper.server.compression.Compression",
    "csp.middleware.CSPMiddleware",
    "scorekeeper.middleware.PermissionsPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.middleware.Caching",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "scorekeeper.database.database_away.DatabaseAway",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scorekeeper.middleware.SessionUse",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.post_redirect.AnswerPage",
    "scorekeeper.middleware.FormAddress",
    # These come last, so that the pages that they answer pass through all the others. Nothing
    # before them reads the body of a request.
    *([] if PUBLIC else ["scorekeeper.known_host.KnownHost"]),
    "scorekeeper.middleware.BodyLimit",
    "scorekeeper.middleware.BusyGuard",
    "scorekeeper.middleware.PageLimit",
    # This one is the last of all: it answers instead of the view once a sign-in is locked.
    "axes.middleware.AxesMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scorekeeper.context.site",
            ],
            "builtins": [
                "scorekeeper.templatetags.icons",
                "clubs.templatetags.addresses",
                "clubs.templatetags.dates",
            ],
        },
    }
]

# -- Databases --------------------------------------------------------------------------------

DATABASES = {"default": database(ENVIRONMENT.database_url)}
# The standbys from which some pages are read.
DATABASES |= {
    f"replica{number}": database(url)
    for number, url in enumerate(ENVIRONMENT.replica_urls, start=1)
}
if ENVIRONMENT.replica_urls:
    DATABASE_ROUTERS = ["scorekeeper.database.replicas.Router"]
    after = MIDDLEWARE.index("scorekeeper.database.database_away.DatabaseAway")
    MIDDLEWARE.insert(after, "scorekeeper.database.standbys.Replicas")
# The address of the server itself, when `DATABASE_URL` is that of a pooler in transaction mode.
# Notifications and the lock of migrations belong to a connection, so they need this address.
DIRECT_DATABASE = database(ENVIRONMENT.direct_url) if ENVIRONMENT.direct_url else None
if DIRECT_DATABASE:
    # Behind a pooler, a cursor of the server would end with its transaction.
    for _pooled in DATABASES.values():
        _pooled["DISABLE_SERVER_SIDE_CURSORS"] = True

# Caches in the memory of each process. What must be counted exactly is in `ratelimits`.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    },
    # Texts of up to a megabyte each (`core/fragments.py`).
    "fragments": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "fragments",
        "OPTIONS": {"MAX_ENTRIES": 200},
        "TIMEOUT": 600,
    },
}

# Long jobs are queued in the database, for the worker (`jobs`).
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
# Whether a page may compute the solution of a ruleset itself
# (`games/dix/analysis/equity/solutions.py`), which takes seconds.
SOLVED_IN_PAGES = False

# -- Operations -------------------------------------------------------------------------------

BACKUPS = ENVIRONMENT.backups
# The figures for monitoring. They are shared by the processes through files of this folder, which
# prometheus-client reads from the environment.
METRICS, METRICS_TOKEN = ENVIRONMENT.metrics, ENVIRONMENT.metrics_token
METRICS_FOLDER = ENVIRONMENT.data / "processes" / "figures"
if METRICS:
    METRICS_FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(METRICS_FOLDER))

# -- Languages and time -----------------------------------------------------------------------

# The msgids are French, and `locale/en` translates them. `locale/fr` is there for the plurals:
# French says « 0 point », where gettext without a catalogue counts as in English.
LANGUAGE_CODE = "fr"
FORMAT_MODULE_PATH = ["scorekeeper.formats"]
LANGUAGES = [("fr", _("Français")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone

# -- Accounts ---------------------------------------------------------------------------------

PASSWORD_LENGTH = 10
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email"]},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": PASSWORD_LENGTH},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "clubs.accounts.backend.ByEmail",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "account"

# Letters are sent only with a mail server. Without one, no page says that a letter was sent.
MAIL = ENVIRONMENT.mail is not None
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"
EMAIL_TIMEOUT = 10  # seconds; the page waits until the letter is sent
if ENVIRONMENT.mail:
    EMAIL_HOST, EMAIL_PORT = ENVIRONMENT.mail.host, ENVIRONMENT.mail.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = ENVIRONMENT.mail.user, ENVIRONMENT.mail.password
    EMAIL_USE_TLS = ENVIRONMENT.mail.security == "starttls"
    EMAIL_USE_SSL = ENVIRONMENT.mail.security == "tls"
    DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENVIRONMENT.mail.sender

ACCOUNT_ADAPTER = "clubs.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    name: f"clubs.accounts.forms.{form}"
    for name, form in {
        "login": "SignIn",
        "signup": "SignUp",
        "add_email": "AddEmail",
        "change_password": "ChangePassword",
        "set_password": "SetPassword",
        "reset_password": "AskReset",
        "reset_password_from_key": "ResetPassword",
        "reauthenticate": "Confirm",
        "confirm_email_verification_code": "EmailCode",
    }.items()
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PUBLIC else "http"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USER_DISPLAY = "clubs.accounts.adapter.shown_as"
# An e-mail address is confirmed by a typed code: a link could open in another browser.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL else "none"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = MAIL
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = MAIL
# No page reveals whether an address has an account. Without letters, which could warn its owner, a
# second account may have the same address: the password tells them apart.
ACCOUNT_PREVENT_ENUMERATION = True if MAIL else "strict"
# The site's own rates count sign-ins and sign-ups (`PageLimit`), and axes counts wrong passwords.
ACCOUNT_RATE_LIMITS: dict[str, str | None] = {"login": None, "signup": None}
if not ENVIRONMENT.rate_limits:
    # Without rates, only the codes of the second step stay limited: they are short enough to be
    # guessed.
    ACCOUNT_RATE_LIMITS |= dict.fromkeys(
        ("change_password", "manage_email", "reset_password", "reset_password_from_key",
         "reauthenticate", "confirm_email")
    )  # fmt: skip

MFA_ADAPTER = "clubs.accounts.adapter.MfaAdapter"
MFA_FORMS = {
    "authenticate": "clubs.accounts.forms.SecondStep",
    "reauthenticate": "clubs.accounts.forms.ConfirmByCode",
    "activate_totp": "clubs.accounts.forms.AddApplication",
    "add_webauthn": "clubs.accounts.forms.AddPasskey",
    "edit_webauthn": "clubs.accounts.forms.NamePasskey",
    "signup_webauthn": "clubs.accounts.forms.FirstPasskey",
}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = MAIL  # only letters can recover an account without a password
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL
MFA_TOTP_ISSUER = SITE_NAME
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_USER_VERIFICATION = "required"

# After this many wrong passwords for an account from one address, this address is locked out of it
# for a quarter of an hour.
AXES_FAILURE_LIMIT = 5
# Wrong passwords for an account from all addresses. After this many, only browsers that the account
# has used before may try.
ACCOUNT_FAILURE_LIMIT = 30
AXES_HANDLER = "clubs.accounts.lockout.Handler"
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_CALLABLE = "clubs.accounts.lockout.locked_out"
AXES_USERNAME_CALLABLE = "clubs.accounts.lockout.account_digest"
AXES_USERNAME_FORM_FIELD = "login"
AXES_CLIENT_IP_CALLABLE = "clubs.accounts.lockout.address"
# The stored attempts contain no names: the account is a digest, other typed values are masked.
AXES_SENSITIVE_PARAMETERS = ["login", "email", "username", "ip_address", "csrfmiddlewaretoken"]
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# -- Headers for browsers ---------------------------------------------------------------------

ONE_YEAR = 365 * 24 * 3600

# A session is a row with its account, so that an account can end all its sessions.
SESSION_ENGINE = "clubs.accounts.sessions"
# Browsers accept a cookie with this prefix only over HTTPS, and only from this host itself.
COOKIE_PREFIX = "__Host-" if PUBLIC else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
# A session ends this many seconds after the last day on which it was used.
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = PUBLIC
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_HTTPONLY = True  # scripts don't read the cookie: pages contain the token
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = PUBLIC
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
LANGUAGE_COOKIE_AGE = ONE_YEAR
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PUBLIC

MESSAGE_STORAGE = "scorekeeper.message_storage.MessageStorage"

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}

# Pages keep the screen on during a match, and use no other feature of the phone.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    "screen-wake-lock": ["self"],
    "accelerometer": [],
    "camera": [],
    "geolocation": [],
    "gyroscope": [],
    "magnetometer": [],
    "microphone": [],
    "payment": [],
    "usb": [],
}

if PUBLIC:
    # The proxy in front of a deployment speaks HTTPS, and must set this header itself.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = str(PUBLIC_URL).removeprefix("https://")  # the port is part of it
    SECURE_REDIRECT_EXEMPT = [r"^sante/$", r"^metrics$"]  # monitors on the machine use plain HTTP
    SECURE_HSTS_SECONDS = ONE_YEAR
    # Both bind names of which the site knows nothing, so each is the choice of who hosts it.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = ENVIRONMENT.hsts_subdomains
    SECURE_HSTS_PRELOAD = ENVIRONMENT.hsts_preload
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    CSRF_TRUSTED_ORIGINS = [ENVIRONMENT.public_url]

# -- Sizes of requests ------------------------------------------------------------------------

BODY_LIMIT = 64 * 1024
MIB = 1024 * 1024
# Higher limits in bytes, by the name of the address. The capability is one that the sender must
# have in some club; with None, anybody may send. It is checked before the body is read.
BODY_LIMITS: dict[str, tuple[int, Capability | None]] = {
    "match-import": (4 * MIB, None),
    "tournament-import": (4 * MIB, "run_tournaments"),
    "tournaments:import": (4 * MIB, "run_tournaments"),
    # The import of a lineage, from the API and from its page.
    "transmission-import": (32 * MIB, "manage_transmission"),
    "transmission:import": (32 * MIB, "manage_transmission"),
    # Only the site's owner restores a club; the page refuses everybody else.
    "clubs:restore": (32 * MIB, "manage_members"),
}
# `BodyLimit` has refused larger bodies already. Django's own limit must allow all that
# `BodyLimit` allows.
DATA_UPLOAD_MAX_MEMORY_SIZE = max(limit for limit, _needed in BODY_LIMITS.values())

# -- Static files -----------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = ENVIRONMENT.data / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "games.phone.finders.PhoneFinder",
]
# The files made by `PhoneFinder`: rules and words of the games, for phones without network.
PHONE_FILES = ENVIRONMENT.data / "made"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorekeeper.server.static_files.StaticFiles"},
}

# -- How often ------------------------------------------------------------------------------------

LIMITED = ENVIRONMENT.rate_limits
# The rates, and the scope in which each page counts.
RATES, PAGE_SCOPES, READ_SCOPES = rates.RATES, rates.PAGE_SCOPES, rates.READ_SCOPES

# -- The API ----------------------------------------------------------------------------------

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["scorekeeper.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "scorekeeper.api.api_schema.Described",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": ["scorekeeper.api.throttles.ByAction"],
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # The exports have another parameter called `format`: json or csv.
    "URL_FORMAT_OVERRIDE": None,
}

DRF_STANDARDIZED_ERRORS: dict[str, Any] = {
    "EXCEPTION_HANDLER_CLASS": "scorekeeper.api.api_errors.Handler",
    "EXCEPTION_FORMATTER_CLASS": "scorekeeper.api.api_errors.Formatter",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Le carnet",
    "DESCRIPTION": "Matchs, feuilles de marque et clubs : tout ce que font les pages.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["scorekeeper.api.api_schema.add_errors"],
}

# -- Logs -------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "scorekeeper.logs.LineFormatter", "debug": DEBUG}},
    "filters": {"one_event": {"()": "scorekeeper.logs.OneEventFilter"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["one_event"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would print paths, which may contain a token.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # The log line of the request has the status already; only bugs need a second line.
        "django.request": {"level": "ERROR"},
        "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
        # axes would log every attempt; the line of the request is enough.
        "axes": {"level": "ERROR"},
        # The jobs log their own outcome.
        "django_tasks": {"level": "ERROR"},
        "django_tasks_db": {"level": "ERROR"},
        "allauth": {"level": "ERROR"},
    },
}
