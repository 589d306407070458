"""What people call a stage."""

from django.utils.translation import gettext as _

from tournaments.domain.settings import PLAY_OFF
from tournaments.domain.state import State
from tournaments.text.format_names import format_name


def stage_name(state: State, number: int) -> str:
    """Its own name, or that of its format; "" for an event of one stage without a name."""
    settings = state.stage_settings(number)
    if settings is PLAY_OFF:
        return _("Play-off")
    if settings.name or len(state.stages) < 2:
        return settings.name
    return format_name(settings.format)
