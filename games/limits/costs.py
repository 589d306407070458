"""Which views cost more than others: they say so by an attribute `expensive`.

It is True, or the names of the parameters with which the view does more.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest


def is_expensive(view: Callable[..., Any], request: HttpRequest) -> bool:
    """Whether what is asked of this view, as it stands in the addresses, costs more."""
    made_of = getattr(view, "cls", None) or getattr(view, "view_class", None) or view
    mark: bool | tuple[str, ...] = getattr(made_of, "expensive", False)
    if isinstance(mark, tuple):
        return any(name in request.GET for name in mark)
    return mark
