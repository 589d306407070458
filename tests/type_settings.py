"""Settings for the type checker: the product's own, as a deployment has them.

Nothing is made on disk, nothing is started and nothing is connected to.
"""

import os

os.environ.setdefault("DATABASE_URL", "postgresql://nobody@127.0.0.1/nowhere")
os.environ.setdefault("SECRET_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
os.environ.setdefault("GOODTEN_LOG_KEYS", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")

from casino_site.settings import *  # noqa: F403
