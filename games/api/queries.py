"""What may be asked of an operation behind the `?` of its address: each view says so, once, by its
`queries`; whoever asks for anything else is refused by name, and the schema reads the same.
"""

from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from rest_framework import serializers
from rest_framework.request import Request

from games.paging import CURSOR_LENGTH, MOST_ON_A_PAGE, ON_A_PAGE

UNKNOWN = "There is no such query."
MOST_FIELDS = 1000
Form = type[serializers.Serializer[Any]]
# Of a view: by method the form of what may be asked. What has none takes nothing.
Queries = Mapping[str, Form]


def form_of(view: Any, method: str) -> Form | None:
    """The form of the queries that this method of a view takes."""
    queries: Queries = getattr(view, "queries", {})
    return queries.get("GET" if method == "HEAD" else method)


def unknown_in(view: Any, method: str, given: Iterator[str] | Any) -> list[str]:
    """Those of the queries that the view does not take."""
    form = form_of(view, method)
    known = form().fields if form is not None else {}
    return [str(name) for name in given if name not in known]


def asked(view: Any, request: Request) -> dict[str, Any]:
    """What is asked for, checked. Refuses `invalid`."""
    form = form_of(view, str(request.method))
    if form is None:
        return {}
    checked = form(data=request.query_params)
    checked.is_valid(raise_exception=True)
    found: dict[str, Any] = checked.validated_data
    return found


class FieldsOf(serializers.CharField):
    """Names of fields with commas between them: of each result only these are answered."""

    def __init__(self, document: type) -> None:
        self.known = tuple(get_type_hints(document))
        super().__init__(
            required=False,
            max_length=MOST_FIELDS,
            help_text="Of each result only these fields, with commas between them.",
        )

    def to_internal_value(self, data: Any) -> Any:
        names = [name.strip() for name in super().to_internal_value(data).split(",")]
        strange = [name for name in names if name not in self.known]
        if strange:
            known = ", ".join(self.known)
            raise serializers.ValidationError(f"{strange[0][:64]} is none of {known}.")
        return frozenset(names)


class Paged(serializers.Serializer[Any]):
    """What every list takes."""

    cursor = serializers.CharField(
        required=False, max_length=CURSOR_LENGTH, help_text="Of `next`: where to go on."
    )
    limit = serializers.IntegerField(
        default=ON_A_PAGE,
        min_value=1,
        max_value=MOST_ON_A_PAGE,
        help_text="At most so many on a page.",
    )
