"""What people call a stage."""

from django.utils.translation import gettext as _

from tournaments.domain.settings import PLAY_OFF
from tournaments.domain.state import State
from tournaments.text.format_names import format_name


def stage_name(state: State, number: int) -> str:
    """Its own name, or that of its format; "" for an event of one stage without a name."""
    settings = state.stage_settings(number)
    return name_of(settings is PLAY_OFF, settings.name, settings.format, len(state.stages))


def name_of(is_play_off: bool, name: str, format_: str, count: int) -> str:
    """The same of one among `count` stages that is called so."""
    if is_play_off:
        return _("Play-off")
    return name if name or count < 2 else format_name(format_)
