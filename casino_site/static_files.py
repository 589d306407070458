"""Serving static files from within the web process, as whole responses.

WhiteNoise streams its files, and Django under ASGI can stream only what is asynchronous: it would
warn of every file and read it in pieces by way of a thread. Ours are small enough to read at once.
"""

from contextlib import closing

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class GatheredFiles(StaticFilesConfig):
    """What is gathered: not what packages have for pages that are none of ours, half of it all."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "__pycache__", "redoc", "rest_framework"]


class HashedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # no stubs
    """Modules import each other by hashed names too, so that no browser mixes two versions."""

    support_js_module_import_aggregation = True


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc] # no stubs
    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        response = HttpResponse(status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        if found.file is not None:
            with closing(found.file) as file:
                response.content = file.read()
        return response
