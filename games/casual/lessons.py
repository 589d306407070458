"""The guided table: a dozen positions, each with something to do, judged by the engine alone.

A lesson says what is to come of the move. Whether a move is legal and what comes of it is the
engine's to say, so nothing here can disagree with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.errors import Refusal
from engine.rules.cards import parse_card, texts
from engine.rules.enumeration import completions
from engine.rules.explaining import companions
from engine.rules.legality import MoveEffect, Position, apply, judge
from engine.rules.moves import BuildPlay, Capture, Move, Trail, move_text, move_to_json
from engine.rules.position_json import position_from_json
from engine.rules.table import Table, seen_build_json
from games.match.documents import GoesWith, ToldMove


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to come of the move; what is not said may be anyhow. `takes` are cards that have to
    be captured, `value` that of the build that has to be made.
    """

    trail: bool = False
    takes: tuple[str, ...] = ()
    sweep: bool = False
    value: int | None = None
    multiple: bool | None = None
    raises: bool = False

    def is_met(self, move: Move, effect: MoveEffect) -> bool:
        build = effect.build
        return (
            (not self.trail or isinstance(move, Trail))
            and set(self.takes) <= set(texts(effect.captured))
            and (not self.sweep or effect.sweep)
            and (self.value is None or (build is not None and build.value == self.value))
            and (self.multiple is None or (build is not None and build.multiple == self.multiple))
            and (not self.raises or (isinstance(move, BuildPlay) and move.raises is not None))
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    key: str
    title: Promise
    text: Promise
    task: Promise
    goal: Goal
    hand: str
    loose: str
    builds: Sequence[dict[str, Any]] = field(default_factory=tuple)

    def position(self) -> Position:
        return position_from_json(
            {
                "ruleset": "classic",
                "hand": self.hand.split(),
                "loose": self.loose.split(),
                "builds": list(self.builds),
            }
        )


_NINE = {"value": 9, "owner": "me", "cards": ["3h", "6c"]}
_SIX = {"value": 6, "owner": "opp", "cards": ["2h", "4c"]}
_EIGHT = {"value": 8, "owner": "me", "cards": ["3h", "5c"]}

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "trail",
        _("Trailing"),
        _("Each turn you play one card of your hand. Where you take nothing with it, it stays on "
          "the table: you trail it."),
        _("Lay a card down."),
        Goal(trail=True), hand="Kc 5d", loose="9h 8s",
    ),
    Lesson(
        "pair",
        _("Taking a card"),
        _("A card takes another one of the same rank. Both go to your pile, which is counted at "
          "the end of the deal."),
        _("Take the seven with your seven."),
        Goal(takes=("7h",)), hand="7c 2d", loose="7h Ks 4d",
    ),
    Lesson(
        "face",
        _("Jacks, queens and kings"),
        _("Face cards have no value in sums: a queen takes a queen, and nothing else takes it."),
        _("Take the queen."),
        Goal(takes=("Qh",)), hand="Qs 3d", loose="Qh 8c 5d",
    ),
    Lesson(
        "sum",
        _("Taking a sum"),
        _("A card takes cards that add up to its value, too; an ace counts one. Choose your card, "
          "then each card that it is to take."),
        _("Take the five and the four with your nine."),
        Goal(takes=("5d", "4s")), hand="9c 2h", loose="5d 4s Kh",
    ),
    Lesson(
        "several",
        _("Several at once"),
        _("One card may take several sets in the same turn: cards of its rank and sums."),
        _("Take three cards with your eight."),
        Goal(takes=("8h", "5s", "3d")), hand="8c Jd", loose="8h 5s 3d Kc",
    ),
    Lesson(
        "sweep",
        _("A sweep"),
        _("Whoever takes everything that lies on the table makes a sweep, which is a point."),
        _("Clear the table."),
        Goal(sweep=True), hand="Tc 4h", loose="6d 4s",
    ),
    Lesson(
        "build",
        _("A build"),
        _("You may bind cards to a value that you take later. You need a card of that value in "
          "your hand, and the next player may come before you."),
        _("Lay your six on the three: a build of nine."),
        Goal(value=9), hand="6c 9d", loose="3h Kd",
    ),
    Lesson(
        "take-build",
        _("Taking a build"),
        _("A build is taken whole, by a card of its value. While a build of yours stands you may "
          "not trail: take it, add to it or build."),
        _("Take your build of nine."),
        Goal(takes=("3h", "6c")), hand="9d Ks 2s", loose="Kd", builds=(_NINE,),
    ),
    Lesson(
        "raise",
        _("Raising a build"),
        _("A build of one sum can be raised by a card of the hand, another player's as well. You "
          "need a card of the new value."),
        _("Raise the build of six to nine."),
        Goal(value=9, raises=True), hand="3c 9d Ts", loose="Kd", builds=(_SIX,),
    ),
    Lesson(
        "multiple",
        _("A multiple build"),
        _("Two sums of the same value in one build make it multiple: nobody can raise it any "
          "more."),
        _("Build eights of four cards: your four with the four, and the five with the three."),
        Goal(value=8, multiple=True), hand="4c 8d Kh", loose="4h 5s 3d",
    ),
    Lesson(
        "add",
        _("Adding to a build"),
        _("One more sum of its value can be added to a build, which makes it multiple."),
        _("Add your six and the two to the build of eight."),
        Goal(value=8, multiple=True), hand="6s 8d Ac", loose="2d", builds=(_EIGHT,),
    ),
    Lesson(
        "score",
        _("What counts"),
        _("A deal has eleven points: most cards 3, most spades 1, the ten of diamonds 2, the two "
          "of spades 1, each ace 1. Every sweep is one more. 21 points win."),
        _("Take as many points as one card can: the good ten and an ace."),
        Goal(takes=("Td", "As", "9c")), hand="Th 4d", loose="Td 9c As Kh",
    ),
)  # fmt: skip


def lesson_of(key: str) -> Lesson | None:
    return next((lesson for lesson in LESSONS if lesson.key == key), None)


def view_json(lesson: Lesson, table: Table | None = None, hand: int | None = None) -> Any:
    """The deal of a view, as tables are drawn from it; after a move with what it has left."""
    position = lesson.position()
    shown = position.table if table is None else table
    return {
        "loose": texts(shown.loose),
        "builds": [seen_build_json(build) for build in shown.builds],
        "hand": texts(position.hand if hand is None else hand),
    }


def lit(lesson: Lesson, card: int, loose: int, builds: tuple[int, ...]) -> GoesWith:
    """What on the table the card goes with beside what is chosen already."""
    beside = companions(lesson.position(), card, loose, builds)
    return {"loose": texts(beside.loose), "builds": list(beside.builds)}


def offered(
    lesson: Lesson, card: int, loose: int, builds: tuple[int, ...]
) -> tuple[list[ToldMove], str]:
    """The legal moves that play this card with exactly these of the table; where there is none, why
    the play that it looks like is refused.
    """
    position = lesson.position()
    found = completions(position, card, loose, builds)
    moves: list[ToldMove] = [
        {"move": move_to_json(move), "text": move_text(move)} for move in found
    ]
    if found:
        return moves, ""
    meant: Move = Capture(card, loose, builds) if loose or builds else Trail(card)
    refusal = judge(position, meant)
    return [], "" if refusal is None else refusal.detail


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a move: `why` it is refused, or whether the goal is met, and the table after."""

    why: str = ""
    done: bool = False
    effect: MoveEffect | None = None


def tried(lesson: Lesson, move: Move) -> Tried:
    try:
        effect = apply(lesson.position(), move)
    except Refusal as refused:
        return Tried(why=refused.detail)
    return Tried(done=lesson.goal.is_met(move, effect), effect=effect)


def cards_of(names: Sequence[str]) -> int:
    """The set of these cards. Refuses `unknown_card`."""
    found = 0
    for name in names:
        found |= 1 << parse_card(name)
    return found
