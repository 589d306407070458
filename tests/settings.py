"""Settings of the tests: the product's own, on servers that live only as long as the test run.

`TEST_DATABASE=postgresql` runs on PostgreSQL: that of `DATABASE_URL`, or one of our own, which all
workers share (each with a database of its own). A Redis and a data folder each worker has alone:
what is published on a Redis is heard on all of its logical databases.
"""

import os
import tempfile
from pathlib import Path

from cryptography.fernet import Fernet

from tests.servers import start_postgresql, start_redis, stopped_at_exit

_folder = Path(stopped_at_exit(tempfile.TemporaryDirectory(prefix="good-ten-tests-")).name)
_folder.chmod(0o755)  # the user that PostgreSQL runs as passes through it
os.environ["GOODTEN_DATA_DIR"] = str(_folder / "data")
os.environ.setdefault("SECRET_KEY", "only-for-the-tests")
os.environ.setdefault("GOODTEN_LOG_KEYS", Fernet.generate_key().decode())
# A process of `make test` that only hands the tests to its workers runs none itself.
_hands_out = "TEST_RUN_FOLDER" in os.environ and "PYTEST_XDIST_WORKER" not in os.environ
os.environ.setdefault("TEST_RUN_FOLDER", str(_folder))
os.environ["REDIS_URL"] = "redis://127.0.0.1:1" if _hands_out else start_redis(_folder / "redis")
if os.environ.get("TEST_DATABASE") != "postgresql":
    os.environ.pop("DATABASE_URL", None)
elif "DATABASE_URL" not in os.environ:
    os.environ["DATABASE_URL"] = start_postgresql(_folder / "postgresql")

from casino_site.settings import *  # noqa: E402, F403
from casino_site.settings import DATA_DIR, DATABASES, LOGGING  # noqa: E402

(DATA_DIR / "static").mkdir(parents=True, exist_ok=True)
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
PASSWORD_HASHERS = ["tests.hashing.QuickHasher"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
SILENCED_SYSTEM_CHECKS = ["goodten.W001"]
LOGGING["root"]["level"] = "WARNING"  # type: ignore[index]
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, since threads that share a database in memory lock each other out of its tables.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
