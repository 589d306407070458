"""Every action on an event, by its permanent name: REST, pages, schema and documents read it."""

from collections.abc import Mapping

from tournaments.actions.action import Action
from tournaments.actions.entrant_actions import OF_AN_ENTRANT
from tournaments.actions.entry_actions import OF_ENTRY
from tournaments.actions.event_actions import OF_THE_EVENT
from tournaments.actions.round_actions import OF_A_PAIRING, OF_A_ROUND
from tournaments.actions.staff_actions import OF_STAFF

# What staff alone do, and only on their own pages.
STAFF_ACTIONS: Mapping[str, Action] = {action.name: action for action in OF_STAFF}
ACTIONS: Mapping[str, Action] = {
    action.name: action
    for action in (*OF_THE_EVENT, *OF_ENTRY, *OF_AN_ENTRANT, *OF_A_ROUND, *OF_A_PAIRING)
}
