"""Good Ten's settings with one more address, and nobody to tell."""

from casino_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.event_urls"
ALLOWED_HOSTS = ["testserver"]
CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
