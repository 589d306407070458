"""Which refusals an operation may answer, by code: what everything may be refused with, what goes
with its address, its body and who may ask, and what is its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import casino_site.contract.idempotency  # noqa: F401 - which refuses, too
from engine.errors import Refusal

# Of refusals that are no class of the product's: what DRF and the gates answer.
FRAMEWORK: Mapping[str, tuple[int, ...]] = {
    "invalid": (400, 409),
    "malformed_json": (400,),
    "authentication_failed": (401,),
    "not_authenticated": (401,),
    "permission_denied": (403,),
    "not_found": (404,),
    "method_not_allowed": (405,),
    "not_acceptable": (406,),
    "version_mismatch": (412,),
    "body_too_large": (413,),
    "unsupported_media_type": (415,),
}
EVERYWHERE = ("authentication_failed", "permission_denied", "not_found", "method_not_allowed",
              "not_acceptable", "throttled", "unavailable", "overloaded")  # fmt: skip
SIGNED_IN = ("not_authenticated", "scope_missing")
WITH_BODY = ("invalid", "malformed_json", "body_too_large", "unsupported_media_type")
WITH_QUERY = ("invalid",)
WITH_KEY = ("idempotency_key_reused", "idempotency_answer_not_kept", "malformed_field")
OF_TOURNAMENT = ("unknown_tournament", "tournament_hidden")
OF_MATCH = ("unknown_match", "match_closed")
OF_COMMAND = ("not_director", "wrong_state", "busy", "version_mismatch", "bad_field",
              "reason_needed")  # fmt: skip
OF_ENTRANT = ("unknown_entrant", "not_your_entrant", "wrong_entrant_state", "not_entered")
OF_ROUND = ("unknown_pairing", "unknown_stage", "round_begun", "unknown_entrant")
OF_RESULT = ("match_running", "result_final", "two_sides_only", "dependent_matches",
             "not_disputable", "disputes_open", "not_at_table")  # fmt: skip
OF_RULES = ("unknown_ruleset", "bad_override", "bad_seats")
OF_MOVE = ("not_seated", "seat_left", "match_not_playing", "match_finished", "command_id_reused",
           "malformed_field", "busy")  # fmt: skip
ENTERING = (
    "full_accounts_only", "player_banned", "not_organiser", "registration_closed",
    "no_bot_accounts", "bots_alone", "already_entered", "tournament_full", "late_entry_closed",
    "too_many_bots", "bad_csv", "malformed_csv", "malformed_json", "unknown_bot",
)  # fmt: skip
PLAYS = (
    "card_not_in_hand", "not_on_table", "no_such_build", "nothing_captured", "not_a_sum",
    "face_card_choice", "face_card_matches_only", "build_value_differs", "value_not_held",
    "build_needs_loose_card", "loose_cards_may_not_raise", "multiple_build_fixed",
    "no_multiple_builds", "capturing_card_must_stay", "owner_may_not_trail",
    "contributor_may_not_trail", "one_action_only", "unknown_card", "malformed_move", "stale",
    "not_your_turn",
)  # fmt: skip
AT_TABLE = ("people_only", "unknown_table", "table_full", "table_over", "not_at_this_table",
            "too_many_tables", "rated_needs_accounts", "match_not_over", "not_casual",
            "not_seated")  # fmt: skip
WISHING = (*OF_RULES, "too_many_tables", "rated_needs_accounts", "not_ratable", "unknown_bot",
           "malformed_field", "table_full", "table_over")  # fmt: skip
OF_BOT = ("unknown_bot_account",)
OF_HOOK = ("unknown_webhook",)
OF_HOOK_MESSAGE = (*OF_HOOK, "unknown_delivery")
# What is an operation's own, by its id.
OWN: Mapping[str, tuple[str, ...]] = {
    "create_tournament": (*OF_RULES, "bad_field", "too_many_drafts", "busy"),
    "change_settings": (*OF_RULES, "too_many_bots"),
    "edit_settings": (*OF_RULES, "too_many_bots"),
    "open_registration": ("too_many_events", "too_many_bots"),
    "start_tournament": ("too_few_entrants", "too_many_entrants", "not_organiser"),
    "enter": ENTERING,
    "withdraw": ("not_entered", "not_your_entrant"),
    "check_in": (),
    "reinstate_entrant": ("return_not_allowed", "tournament_full"),
    "request_bye": ("bye_not_allowed",),
    "substitute": ("already_entered", "player_banned", "full_accounts_only"),
    "adjust_score": ("no_effect",),
    "set_club": ("no_effect",),
    "set_seeding": ("unknown_entrant",),
    "forbid_pair": ("unknown_entrant", "no_effect"),
    "retry_round": ("nothing_failed",),
    "confirm_results": ("disputes_open",),
    "end_early": ("disputes_open",),
    "standings": ("unknown_stage", "bad_version", "unknown_entrant"),
    "explain_standing": ("unknown_stage", "bad_version", "unknown_entrant"),
    "entrant": ("unknown_entrant",),
    "trf": ("no_report", "unknown_stage"),
    "move": (*OF_MOVE, *PLAYS),
    "cut": (*OF_MOVE, "bad_cut", "cut_already_made", "cut_already_committed", "cut_differs",
            "cuts_not_committed", "match_not_waiting"),
    "resign": OF_MOVE,
    "take_back": (*OF_MOVE, "nothing_to_take_back"),
    "match_record": ("match_not_playing",),
    "match_replay": ("match_unfinished", "match_not_playing"),
    "archive_matches": ("bad_field", "unknown_player", "unknown_tournament", "tournament_hidden"),
    "archive_events": ("bad_field", "unknown_player"),
    "archive_records": ("bad_field", "unknown_player", "unknown_tournament", "tournament_hidden"),
    "player": ("unknown_player",),
    "player_events": ("unknown_player",),
    "player_matches": ("unknown_player",),
    "player_titles": ("unknown_player",),
    "match_events": ("malformed_field",),
    "match_stream": ("malformed_field",),
    "tournament_stream": ("malformed_field",),
    "my_stream": ("malformed_field",),
    "bot_account": OF_BOT,
    "make_bot": ("people_only", "too_many_bot_accounts"),
    "my_bot": OF_BOT,
    "change_bot": OF_BOT,
    "retire_bot": OF_BOT,
    "bot_tokens": OF_BOT,
    "make_bot_token": (*OF_BOT, "bad_token", "too_many_tokens", "token_outlives"),
    "revoke_bot_token": OF_BOT,
    "make_webhook": ("people_only", "bad_target", "unknown_types", "too_many_webhooks",
                     *OF_TOURNAMENT),
    "webhook": OF_HOOK,
    "change_webhook": (*OF_HOOK, "bad_target", "unknown_types", *OF_TOURNAMENT),
    "delete_webhook": OF_HOOK,
    "rotate_webhook_secret": OF_HOOK,
    "ping_webhook": (*OF_HOOK, "webhook_not_on"),
    "redeliver_after": (*OF_HOOK, "webhook_not_on"),
    "webhook_deliveries": OF_HOOK,
    "webhook_delivery": OF_HOOK_MESSAGE,
    "redeliver_message": (*OF_HOOK_MESSAGE, "webhook_not_on", "not_to_be_redelivered"),
    "challenge": (*WISHING, "not_to_be_challenged"),
    "accept_challenge": (*AT_TABLE, "unknown_challenge"),
    "decline_challenge": ("unknown_challenge",),
    "arena": ("unknown_tournament",),
    "join_arena": (*ENTERING, "unknown_tournament"),
    "look_at_table": ("may_not_look",),
    "crosstable": ("no_crosstable",),
    "hint": ("no_hints", "not_seated", "not_your_turn", "match_not_playing", "match_finished"),
    "make_match": (*WISHING, "people_only"),
    "find_opponent": (*WISHING, "people_only"),
    "casual_table": AT_TABLE,
    "join_table": AT_TABLE,
    "leave_table": AT_TABLE,
    "wait_at_table": AT_TABLE,
    "fill_table": AT_TABLE,
    "rematch": AT_TABLE,
    "ask_for_rematch": AT_TABLE,
    "decline_rematch": AT_TABLE,
    "another_opponent": AT_TABLE,
    "consider_lesson": ("unknown_lesson", "unknown_card", "malformed_field"),
    "try_lesson": ("unknown_lesson", "unknown_card", "malformed_move", "malformed_field"),
    "open_record": ("bad_record", "body_too_large"),
    "report": ("nothing_to_report",),
    "keep_account": ("not_a_guest",),
    "delete_me": ("wrong_password",),
    "make_token": ("bad_token", "token_outlives", "too_many_tokens"),
    "issue_token": ("too_many_tokens", "token_outlives"),
    "leaderboard": ("unknown_ladder",),
    "player_ratings": ("unknown_player",),
}  # fmt: skip
# By the name of a query.
OF_QUERIES = {"cursor": "bad_cursor", "entrant": "unknown_entrant", "stage": "unknown_stage"}


def refusals_of(path: str, method: str, operation: Mapping[str, Any]) -> dict[int, list[str]]:
    """By status the codes with which this operation may be refused."""
    statuses = statuses_by_code()
    found: dict[int, set[str]] = {}
    for code in _codes_of(path, method, operation):
        for status in statuses[code]:
            found.setdefault(status, set()).add(code)
    return {status: sorted(codes) for status, codes in sorted(found.items())}


def _codes_of(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    name = operation["operationId"]
    yield from EVERYWHERE
    if operation.get("security") != [{}]:
        yield from SIGNED_IN
    if method != "get":  # a body that nothing is to be said in is read as well
        yield from WITH_BODY
    queries = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
    if queries:
        yield from WITH_QUERY
    for query, code in OF_QUERIES.items():
        if query in queries:
            yield code
    if method == "post":
        yield from WITH_KEY
    if "/tournaments/{" in path:
        yield from OF_TOURNAMENT
        if method != "get":
            yield from OF_COMMAND
    if "/matches/{match_id}" in path:
        yield from OF_MATCH
    for part, codes in (("{entrant}", OF_ENTRANT), ("{round}", OF_ROUND), ("{pairing}", OF_RESULT)):
        if part in path and method != "get":
            yield from codes
    yield from OWN.get(name, ())


@cache
def statuses_by_code() -> Mapping[str, set[int]]:
    """Every code that there is, with its statuses: mostly one."""
    found = {code: {*statuses} for code, statuses in FRAMEWORK.items()}
    for one in _all(Refusal):
        if one.code not in FRAMEWORK:
            found.setdefault(one.code, set()).add(one.kind.status)
    return found


def _all(refusal: type[Refusal]) -> Iterable[type[Refusal]]:
    for one in refusal.__subclasses__():
        yield one
        yield from _all(one)
