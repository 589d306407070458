"""The names that an organiser gives: everybody sees the whole of them."""

from games.texts import PROBLEM, is_seen
from tournaments.core.refusals import BadField
from tournaments.domain.settings import Settings


def with_seen_names(settings: Settings) -> Settings:
    """The settings. Refuses `bad_field` a name in them that holds what nobody sees.

    The domain cannot: it decides the facts of before again, and they may have such names.
    """
    stages = {f"stages.{number}.name": one.name for number, one in enumerate(settings.stages)}
    for field, name in ({"name": settings.name} | stages).items():
        if not is_seen(name):
            raise BadField(field=field, problem=PROBLEM)
    return settings
