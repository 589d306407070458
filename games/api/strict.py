"""Bodies that refuse what they do not know: a misspelt field is not left out in silence."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

UNKNOWN = "There is no such field."


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses every field that it does not name. `told` may come as well, as an answer of the
    server has them, and mean nothing.
    """

    told: ClassVar[frozenset[str]] = frozenset()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [str(name) for name in data if name not in self.fields]
            wrong = {name[:64]: [UNKNOWN] for name in unknown if name not in self.told}
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)
