"""The actions of the registry, each at its address.

Those that share an address with what is read there, or answer a document of their own, are part of
its view in `tournaments.api.tournaments`.
"""

from tournaments.actions.entry_actions import OF_ENTRY
from tournaments.actions.event_actions import CHANGE_SETTINGS, DELETE_DRAFT, START
from tournaments.actions.registry import ACTIONS
from tournaments.api.action_views import action_url

IN_OTHER_VIEWS = (CHANGE_SETTINGS, DELETE_DRAFT, START, *OF_ENTRY)

urlpatterns = [action_url(action) for action in ACTIONS.values() if action not in IN_OTHER_VIEWS]
