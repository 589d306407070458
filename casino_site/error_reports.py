"""What Django's reports of faults may hold: where and how, and no values.

A variable of a frame may be a deck, and a setting may be the key of the log.
"""

from collections.abc import ItemsView
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class NoValues(SafeExceptionReporterFilter):
    def get_safe_settings(self) -> dict[str, Any]:
        return {}

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: Any
    ) -> ItemsView[str, Any]:
        return ItemsView({})
