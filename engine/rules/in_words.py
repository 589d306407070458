"""What a match or an event plays otherwise than its ruleset, in sentences for its players."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from engine.rules.ruleset import Points, Ruleset
from engine.rules.rulesets import RULESETS

# For each field the sentence of each of its values, or what makes one of a number.
_SENTENCES: Mapping[str, Mapping[object, str] | Callable[[Any], str]] = {
    "first_to": lambda points: f"The match goes to {points} points.",
    "deals_each": lambda deals: (
        f"Every player deals {'once' if deals == 1 else f'{deals} times'}; then the highest total "
        "wins."
    ),
    "face_values": {
        True: "Jacks count 11, queens 12 and kings 13.",
        False: "Jacks, queens and kings have no value.",
    },
    "ace_values": {
        (1,): "An ace counts 1.",
        (1, 14): "An ace counts 1, or 14 when it is played.",
    },
    "face_capture": {
        "one_or_three": "A face card takes one of its rank, or all three, never two.",
        "one": "A face card takes one of its rank, never more.",
        "any": "A face card takes any number of its rank.",
    },
    "one_action": {
        True: "A play takes equal cards and builds, or one sum: not both, and not two sums.",
        False: "A play takes equal cards, builds and sums together.",
    },
    "build_in_sum": {
        "no": "A build is never part of a sum.",
        "adversaries": "An adversary may take a single build as part of a sum.",
    },
    "own_raise_keeps_both": {
        True: "Who raises a build of their own must still hold a card of its old value.",
        False: "Who raises a build of their own needs to hold its new value only.",
    },
    "multiple_builds": {
        True: "A build may hold several sets of its value.",
        False: "A build holds one set: nothing is added to it.",
    },
    "no_trail": {
        "contributors": (
            "Nobody trails while a build stands that they created or added to, unless there is "
            "nothing else to do."
        ),
        "owner": "Only who added last to a build may not trail while it stands.",
        "never": "Anybody may trail, a build of one's own or not.",
    },
    "deal_order": {
        "pairs": "The cards are dealt in twos.",
        "singly": "The cards are dealt one by one.",
    },
    "draws": {
        True: "After every play a card is drawn from the stock.",
        False: "Cards are dealt in packets of four.",
    },
    "sweep_points": lambda points: f"A sweep scores {_scores(points)}.",
    "last_card_sweep": {
        True: "The last card of a deal can sweep.",
        False: "The last card of a deal cannot sweep.",
    },
}
_AWARDS = {
    "cards": "Most cards score",
    "spades": "Most spades score",
    "big_casino": "The ten of diamonds scores",
    "little_casino": "The two of spades scores",
    "ace": "Each ace scores",
    "each_spade": "Each spade scores",
    "spade_jack": "The jack of spades scores, as such,",
}
_PARTNERS = {True: "Four play as partners.", False: "Four play each alone."}


def differences_in_words(rules: Ruleset, seats: int | None = None) -> list[str]:
    """A sentence for each field in which the rules differ from the ruleset of their key today.

    `seats` is the number of players; None where partners follow from something else.
    """
    plain = RULESETS.get(rules.key)
    said = []
    if seats == 4 and (plain is None or plain.partnership != rules.partnership):
        said.append(_PARTNERS[rules.partnership])
    for field, sentence in _SENTENCES.items():
        value = getattr(rules, field)
        if value is not None and (plain is None or value != getattr(plain, field)):
            said.append(sentence(value) if callable(sentence) else sentence[value])
    for award in fields(Points):
        number = getattr(rules.points, award.name)
        if plain is None or number != getattr(plain.points, award.name):
            said.append(f"{_AWARDS[award.name]} {_scores(number)}.")
    return said


def _scores(points: int) -> str:
    if not points:
        return "nothing"
    return "1 point" if points == 1 else f"{points} points"
