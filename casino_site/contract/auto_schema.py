"""What the schema says of bodies that the library does not: texts in which everything is seen,
bodies that take no other fields, and the headers of conditions and of keys.
"""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from games.api.as_answered import as_answered
from games.api.deprecated import deprecated_by
from games.api.queries import FieldsOf, form_of
from games.api.strict import StrictSerializer
from games.api.texts import asked_pattern, pattern
from games.texts import IN_LINES

REQUEST = "request"
# The extension of an operation that says what its headers say of its end.
DEPRECATED = "x-deprecated"


# The library types none of what it is made of.
class ContractSchema(AutoSchema):
    """DRF's `DEFAULT_SCHEMA_CLASS`."""

    def get_override_parameters(self) -> list[Any]:
        """The queries that the view takes."""
        form = form_of(self.view, self.method)
        return [] if form is None else [form]

    def is_deprecated(self) -> bool:
        return deprecated_by(self.view, self.method) is not None

    def get_extensions(self) -> dict[str, Any]:
        """What `x-deprecated` has is put into the headers of the answers."""
        known = deprecated_by(self.view, self.method)
        return {} if known is None else {DEPRECATED: known.headers}

    def _get_request_body(self, direction: Any = REQUEST) -> Any:
        """That of a DELETE as well, which the library takes to have none."""
        method, self.method = self.method, "POST" if self.method == "DELETE" else self.method
        try:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        finally:
            self.method = method

    def _map_serializer_field(
        self, field: Any, direction: Any, bypass_extensions: bool = False
    ) -> Any:
        """A text of a body, as `casino_site.bodies` and the field take it."""
        made = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        if isinstance(field, FieldsOf):
            one = f"({'|'.join(field.known)})"
            return made | {"pattern": f"^{one}(,{one})*$"}
        if isinstance(field, serializers.ListSerializer) and made.get("type") == "array":
            return self._map_serializer_field_of_list(field, made)
        if direction == REQUEST and _is_text(field) and made.get("type") in _TEXTS:
            if not ({"pattern", "enum", "format"} & made.keys()):
                made["pattern"] = self._pattern_of(field)
            if not field.allow_blank:
                made["minLength"] = 1
        return made

    def _pattern_of(self, field: Any) -> str:
        """Queries look for texts, and keep none: whatever is not blank may be looked for."""
        query = form_of(self.view, self.method)
        if query is not None and isinstance(field.root, query):
            return asked_pattern(blank=field.allow_blank)
        return pattern(blank=field.allow_blank, in_lines=field.field_name in IN_LINES)

    def _map_serializer_field_of_list(self, field: Any, made: Any) -> Any:
        """How long a list of bodies may be, which the library leaves out."""
        for name, bound in (("minItems", field.min_length), ("maxItems", field.max_length)):
            if bound is not None:
                made[name] = bound
        if not field.allow_empty:
            made["minItems"] = max(1, made.get("minItems", 0))
        return made

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        made = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if isinstance(serializer, StrictSerializer):
            made["additionalProperties"] = False
            if names := serializer.told - made["properties"].keys():
                made["patternProperties"] = as_answered(names)
        return made


_TEXTS = ("string", ["string", "null"])


def _is_text(field: Any) -> bool:
    return isinstance(field, serializers.CharField) and not isinstance(
        field, serializers.RegexField | serializers.UUIDField
    )
