"""The ASGI application: HTTP through Django, sockets through Channels."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")
django_application = get_asgi_application()

from casino_site.sockets import websocket_application  # noqa: E402 - models need Django set up

application = ProtocolTypeRouter({"http": django_application, "websocket": websocket_application})
