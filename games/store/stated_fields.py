"""Which fields of facts hold what a person typed (docs/decisions/0019-stated-texts.md)."""

from collections.abc import Mapping

# The fact that says of a text of its stream that it was taken away.
TAKEN_AWAY = "text_taken_away"
# Staff take an event out of sight, and back.
HIDDEN, SHOWN = "tournament_hidden", "tournament_shown"
# Facts that have been so since their first schema.
ALWAYS_STATED = frozenset(
    (TAKEN_AWAY, HIDDEN, SHOWN, "description_set", "results_held", "tournament_reopened")
)
# Reasons that the house gives of itself, whoever brought them about: they are nobody's words.
HOUSE_REASONS = frozenset(
    (
        "account_deleted",
        "disqualified",
        "no_show",
        "not_checked_in",
        "too_few_entrants",
        "withdrawn",
    )
)
_REASON = ("reason",)
# By type of a fact.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "entrant_registered": ("name", "club"),
    "club_set": ("club",),
    "entrant_withdrawn": _REASON,
    "entrant_reinstated": _REASON,
    "entrant_disqualified": _REASON,
    "entrant_paused": _REASON,
    "member_substituted": _REASON,
    "pair_forbidden": _REASON,
    "stage_ended_early": _REASON,
    "tournament_paused": _REASON,
    "tournament_cancelled": _REASON,
    "round_discarded": _REASON,
    "pairing_overridden": _REASON,
    "match_forfeited": _REASON,
    "result_corrected": _REASON,
    "pairing_voided": _REASON,
    "result_disputed": _REASON,
    "dispute_resolved": _REASON,
    "score_adjusted": _REASON,
    "settings_changed": _REASON,
    "description_set": ("description",),
    "results_held": _REASON,
    "tournament_reopened": _REASON,
    TAKEN_AWAY: _REASON,
    HIDDEN: _REASON,
    SHOWN: _REASON,
}


def is_typed(field: str, text: str) -> bool:
    """Whether somebody typed what a field of `FIELDS` holds."""
    return bool(text) and not (field == "reason" and text in HOUSE_REASONS)
