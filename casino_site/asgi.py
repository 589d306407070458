"""The ASGI application: HTTP through Django, sockets through Channels."""

import gc
import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")
django_application = get_asgi_application()

# After Django is set up, since these import models.
from casino_site.body_gate import BodyGate  # noqa: E402
from casino_site.proxy_gate import ProxyGate  # noqa: E402
from casino_site.sockets import websocket_application  # noqa: E402
from casino_site.stream_gate import StreamGate  # noqa: E402

application = ProxyGate(
    ProtocolTypeRouter(
        {
            "http": BodyGate(StreamGate(django_application)),
            "websocket": websocket_application,
        }
    )
)

# What is loaded now stays to the end: a full collection, for which every socket waits, need not
# look at it each time.
gc.collect()
gc.freeze()
