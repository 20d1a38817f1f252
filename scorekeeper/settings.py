"""Django's settings, from the environment (see `scorekeeper.environment` and the README)."""

from typing import Any

import dj_database_url
from django.utils.translation import gettext_lazy as _

from scorekeeper import environment

ENVIRONMENT = environment.read()
BASE_DIR = environment.REPOSITORY
PUBLIC = ENVIRONMENT.public_url is not None

# -- The site ---------------------------------------------------------------------------------

SITE_NAME = "Le carnet"
OPEN_TABLES = ENVIRONMENT.open_tables
DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
ASGI_APPLICATION = "scorekeeper.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "clubs.User"

# At a table the site is reached by whatever address the laptop has in that room.
# A deployment answers to its own name, and to monitors on the same machine.
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [ENVIRONMENT.public_host, *LOCAL_HOSTS] if PUBLIC else ["*"]

INSTALLED_APPS = [
    "scorekeeper",
    "clubs",
    "games",
    "games.dix",
    "games.dix_mille",
    "games.yams",
    "games.maitre",
    "games.bataille",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_standardized_errors",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "scorekeeper.middleware.PermissionsPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "scorekeeper.middleware.RequestLog",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Last, so that its page is an ordinary page; still before anyone reads a body.
    "scorekeeper.middleware.BodyLimit",
    "scorekeeper.middleware.PageLimit",
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
            ]
        },
    }
]

# -- Databases --------------------------------------------------------------------------------

# IMMEDIATE: a writer queues for the lock at the start of its transaction, so it never finds
# half-way that another one has written. FULL: a hand that was acknowledged survives a power cut.
SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
POSTGRES_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "pool": {"min_size": 1, "max_size": 8, "timeout": 10},
}


def database(url: str) -> dict[str, Any]:
    """Return Django's settings of a database address."""
    parsed: dict[str, Any] = {**dj_database_url.parse(url)}
    on_sqlite = parsed["ENGINE"].endswith("sqlite3")
    parsed["OPTIONS"] = {
        **(SQLITE_OPTIONS if on_sqlite else POSTGRES_OPTIONS),
        **parsed.get("OPTIONS", {}),
    }
    # Closing SQLite's last connection copies its journal into the file: not at every request.
    # PostgreSQL's connections go back to the pool.
    parsed["CONN_MAX_AGE"] = None if on_sqlite else 0
    return parsed


DATABASES = {"default": database(ENVIRONMENT.database_url)}

# In memory and by process: it only counts requests for the rate limits.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}

# -- Languages and time -----------------------------------------------------------------------

# The msgids are French. `locale/en` translates them; `locale/fr` holds the plurals only, because
# French says « 0 point » where gettext, without a catalogue, would count as English does.
LANGUAGE_CODE = "fr"
LANGUAGES = [("fr", _("Français")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone

# -- Accounts ---------------------------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# -- What browsers are told -------------------------------------------------------------------

ONE_YEAR = 365 * 24 * 3600

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = PUBLIC
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = PUBLIC
LANGUAGE_COOKIE_AGE = ONE_YEAR
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PUBLIC

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

# The screen stays lit during a match; nothing else of the phone is ever asked for.
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
    # The proxy in front of a deployment speaks HTTPS and must set this header itself.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^sante/$"]  # monitors ask on the machine itself
    SECURE_HSTS_SECONDS = ONE_YEAR
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    CSRF_TRUSTED_ORIGINS = [ENVIRONMENT.public_url]

# -- Sizes of requests ------------------------------------------------------------------------

BODY_LIMIT = 64 * 1024
# The addresses that take more, by the end of their path.
BODY_LIMITS = {"/matches/import/": 4 * 1024 * 1024}
# `BodyLimit` has refused before; this one only must not refuse what that one let through.
DATA_UPLOAD_MAX_MEMORY_SIZE = max(BODY_LIMIT, *BODY_LIMITS.values())

# -- Static files -----------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = ENVIRONMENT.data / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# -- The API ----------------------------------------------------------------------------------

LIMITED = ENVIRONMENT.rate_limits
# The pages that start a match, by address name; whatever else a page posts is a write.
STARTING_PAGES = {"games:start", "games:rematch"}
THROTTLE_RATES = {
    "start": "120/hour",
    "write": "600/min",
    "read": "1200/min",
    "sign_in": "30/min",
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["scorekeeper.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": ["scorekeeper.throttles.ByDeed"] if LIMITED else [],
    "DEFAULT_THROTTLE_RATES": THROTTLE_RATES,
    # The server has already put the caller's address in its place; a header is not believed.
    "NUM_PROXIES": 0,
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # `?format=` is ours: json or csv of an export.
    "URL_FORMAT_OVERRIDE": None,
}

DRF_STANDARDIZED_ERRORS: dict[str, Any] = {
    "EXCEPTION_HANDLER_CLASS": "scorekeeper.api_errors.Handler",
    "EXCEPTION_FORMATTER_CLASS": "scorekeeper.api_errors.Formatter",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Le carnet",
    "DESCRIPTION": "Parties, feuilles de marque et clubs : tout ce que font les pages.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": ["scorekeeper.api_schema.add_errors"],
}

# -- Logs -------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "scorekeeper.logs.LineFormatter", "debug": DEBUG}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would print paths, which can hold a table's link.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # The request line says the status already: only bugs add a line.
        "django.request": {"level": "ERROR"},
        "uvicorn": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
