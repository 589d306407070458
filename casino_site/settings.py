"""Django's settings: what differs between machines comes from `environment`, the rest is here."""

from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF

from casino_site.environment import ROOT, read_environment
from casino_site.sweeps import SWEEPS

ENVIRONMENT = read_environment()

BASE_DIR = ROOT
DATA_DIR = ENVIRONMENT.data_dir
SECRET_KEY = ENVIRONMENT.secret_key
# What wraps the keys that seal the log's secrets, newest first (games/store/sealing.py).
LOG_KEYS = ENVIRONMENT.log_keys
DEBUG = False
ALLOWED_HOSTS = ENVIRONMENT.hosts
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.origins
# Whose word on the client's address and scheme is taken (casino_site/proxy_gate.py).
PROXIES = ENVIRONMENT.proxies
# How often anybody may do what, by the names of games/limits/budgets.py.
LIMITS = ENVIRONMENT.limits
# Whether webhooks may lead to this machine itself, as tests have it (casino_site/hooks/targets.py).
WEBHOOKS_LOOPBACK = ENVIRONMENT.webhooks_loopback

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "casino_site.static_files.GatheredFiles",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "channels",
    "corsheaders",
    "csp",
    # Before allauth, whose templates of mails it has in its own words.
    "games",
    "games.casual",
    "tournaments",
    # Before the admin, whose pages it has in the look of the site.
    "casino_site.staff",
    "casino_site.contract",
    "casino_site.hooks",
    # Its site is `casino_site.staff.admin.site`; nothing registers itself.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "casino_site",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "casino_site.contract.deprecation.DeprecationHeaders",
    "casino_site.static_files.StaticFilesMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "casino_site.limits_gate.LimitsGate",
    "casino_site.compression.CompressionMiddleware",
    "casino_site.api_addresses.ApiAddresses",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Last, so that whoever is refused before has used up no key.
    "casino_site.contract.idempotency.IdempotencyGate",
]

ROOT_URLCONF = "casino_site.urls"
ASGI_APPLICATION = "casino_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.masthead.awaiting",
            ],
        },
    },
]

DATABASES = {"default": ENVIRONMENT.database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = [
    "games.limits.passwords.PasswordBackend",
    # Of sessions that began with it, and of nothing else.
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["games.limits.hashing.GatedArgon2"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("handle",)},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# People sign in by handle and password, or by a passkey; an address is for who forgets both.
ACCOUNT_ADAPTER = "games.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "handle"
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Good Ten: "
# Nobody learns whether an address is known: two may name the same, and one of them can verify it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENVIRONMENT.https else "http"
# How often anybody may try is counted elsewhere, for pages and API together.
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
MFA_ADAPTER = "games.accounts.adapter.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True

EMAIL_BACKEND = ENVIRONMENT.mail["EMAIL_BACKEND"]
EMAIL_FILE_PATH = ENVIRONMENT.mail["EMAIL_FILE_PATH"] or None
EMAIL_HOST = ENVIRONMENT.mail["EMAIL_HOST"] or "localhost"
EMAIL_PORT = ENVIRONMENT.mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER = ENVIRONMENT.mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = ENVIRONMENT.mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = ENVIRONMENT.mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = ENVIRONMENT.mail.get("EMAIL_USE_SSL", False)
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENVIRONMENT.mail_from
EMAIL_TIMEOUT = 10

LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "staticfiles": {"BACKEND": "casino_site.static_files.HashedStorage"},
}

# Bodies: nothing that a client may say is larger than this (docs/protocol.md).
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
LARGER_BODIES = {
    r"/api/v1/records/": 2 * 1024 * 1024,
    # The ids of all entrants of the largest event, and all tables of a round of it.
    r"/api/v1/tournaments/[^/]+/seeding/": 1024 * 1024,
    r"/api/v1/tournaments/[^/]+/stages/[0-9]+/rounds/[0-9]+/override/": 2 * 1024 * 1024,
}
# Entrants as CSV, alone or in a form of a page, which frames them.
LARGEST_CSV = 1024 * 1024
LARGEST_FILE = LARGEST_CSV + 16 * 1024

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = ENVIRONMENT.https
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if ENVIRONMENT.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENVIRONMENT.https
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    },
}

# Pages of any origin may read the API, and act by a token that they are given. Cookies are never
# taken along, so that nobody acts as who happens to be signed in.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_HEADERS = [
    "accept", "authorization", "content-type", "idempotency-key", "if-match", "if-none-match",
]  # fmt: skip
CORS_EXPOSE_HEADERS = [
    "Content-Disposition", "Deprecation", "ETag", "Idempotency-Replayed", "Link", "Location",
    "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset",
]  # fmt: skip
CORS_PREFLIGHT_MAX_AGE = 86_400

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.accounts.token_authentication.ScopedTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["casino_site.bodies.BoundedJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "casino_site.contract.auto_schema.ContractSchema",
    "DEFAULT_THROTTLE_CLASSES": ["games.limits.throttles.AccountThrottle"],
    "EXCEPTION_HANDLER": "casino_site.problems.exception_handler",
    # `?format=` is a query like others: JSON is all there is.
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
KNOX_TOKEN_MODEL = "games.Token"  # noqa: S105
REST_KNOX = {
    "TOKEN_TTL": timedelta(days=90),
    "AUTH_HEADER_PREFIX": "Token",
    "TOKEN_LIMIT_PER_USER": 20,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Good Ten",
    "DESCRIPTION": "Tournaments of Casino over REST. docs/protocol.md has the sockets, too.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_NAME_OVERRIDES": {
        "TournamentState": "tournaments.models.Tournament.State",
        "BotKey": "engine.bots.BOTS",
        "PlayerKind": "games.casual.documents.PLAYER_KINDS",
        "CasualTableState": "games.casual.models.Table.State",
        "EntrantState": "tournaments.models.Entrant.State",
        "StageState": "tournaments.documents.events.STAGE_STATES",
        "RoundState": "tournaments.documents.events.ROUND_STATES",
        "PairingState": "tournaments.documents.events.PAIRING_STATES",
        "WebhookState": "casino_site.hooks.documents.WEBHOOK_STATES",
        "DeliveryState": "casino_site.hooks.documents.DELIVERY_STATES",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "casino_site.contract.openapi.complete",
    ],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [ENVIRONMENT.redis_url], "prefix": "good-ten"},
    },
}

# Redis carries hurry-ups only; the database says what is due (docs/architecture.md).
CELERY_BROKER_URL = ENVIRONMENT.redis_url
# Without Redis a hint is given up at once: the commit it belongs to must not wait (kombu retries
# for six seconds otherwise).
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "max_retries": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_DEFAULT_QUEUE = "rounds"
CELERY_TASK_ROUTES = {
    "games.jobs.tasks.play_bot": {"queue": "bots"},
    "games.jobs.tasks.think": {"queue": "thinking"},
    "games.jobs.tasks.*": {"queue": "clockwork"},
    "casino_site.hooks.tasks.*": {"queue": "hooks"},
    "tournaments.*": {"queue": "rounds"},
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = SWEEPS

DEFAULT_EXCEPTION_REPORTER_FILTER = "casino_site.error_reports.NoValues"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": ENVIRONMENT.log_level},
    "loggers": {
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        # They name each address that a message goes to, in which there may be a secret.
        "httpx": {"level": "WARNING"},
        "httpcore": {"level": "WARNING"},
        # Anybody may send any Host header: refused with 400, and no fault of ours to look into.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
