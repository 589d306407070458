"""What happened at a table, in sentences; where there are scripts, `words.js` makes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.match.events import CardPlayed
from games.replays.telling import Ply

_MARKS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
# Selects the text form of the suit marks; without it some phones draw pictures.
TEXT_FORM = "\ufe0e"
Json = Mapping[str, Any]


def card_name(card: str) -> str:
    """ "10♦" of "Td"."""
    rank = "10" if card[0] == "T" else card[0]
    return f"{rank}{_MARKS[card[1]]}{TEXT_FORM}"


def cards_in_words(cards: Sequence[str]) -> str:
    return " ".join(card_name(card) for card in cards)


def listed(items: Sequence[str]) -> str:
    """ "ann, bob and carl"."""
    if len(items) < 2:
        return "".join(items)
    return _("{first} and {last}").format(first=", ".join(items[:-1]), last=items[-1])


def play_in_words(play: Json, names: Sequence[str]) -> str:
    """The data of `card_played` as a sentence; `names` are by seat."""
    move = play["move"]
    told = {"who": names[play["seat"]], "card": card_name(move["card"])}
    cards = cards_in_words(move.get("loose") or [])
    if move["kind"] == "trail":
        said = _("{who} trailed {card}.").format(**told)
    elif move["kind"] == "capture":
        builds = [_("the build of {value}").format(value=one) for one in move.get("builds") or []]
        what = listed([*([cards] if cards else []), *builds])
        said = _("{who} captured {what} with {card}.").format(what=what, **told)
    else:
        said = _build_in_words(move, play["build"], told, cards)
    if play["sweep"]:
        said += " " + _("A sweep.")
    return said


def _build_in_words(move: Json, build: Json | None, told: Mapping[str, str], cards: str) -> str:
    value = move["value"]
    is_multiple = build is not None and build["kind"] == "multiple"
    if from_ := move.get("raises"):
        words = (
            _("{who} raised the {from_} to {value} with {card} and joined {cards}.")
            if cards
            else _("{who} raised the {from_} to {value} with {card}.")
        )
        return words.format(from_=from_, value=value, cards=cards, **told)
    if not cards:
        return _("{who} added {card} to the builds of {value}.").format(value=value, **told)
    if is_multiple:
        return _("{who} built several of {value}: {card} on {cards}.").format(
            value=value, cards=cards, **told
        )
    return _("{who} built a {value}: {card} on {cards}.").format(value=value, cards=cards, **told)


def residue_in_words(residue: Json, names: Sequence[str]) -> str:
    """Who got what was left on the table when a deal ended."""
    if not residue["cards"]:
        return _("Nothing was left on the table.")
    what = cards_in_words(residue["cards"])
    if residue["seat"] is None:
        return _("Nobody captured anything: {what} go to nobody.").format(what=what)
    who = names[residue["seat"]]
    return _("{who} captured last and takes the rest: {what}.").format(who=who, what=what)


def departure_in_words(ply: Ply, names: Sequence[str]) -> str | None:
    """What happened beside the plays, where people want to know it."""
    who = names[ply.data["seat"]] if "seat" in ply.data else ""
    sentences = {
        "clock_ran_out": _("{who} ran out of time."),
        "seat_resigned": _("{who} resigned."),
        "seat_forfeited": _("{who} forfeited."),
        "seat_handed_over": _("A bot plays on for {who}."),
        "match_annulled": _("A director took the match back."),
        "match_abandoned": _("Both sides stayed away; nobody wins."),
    }
    words = sentences.get(ply.type)
    return None if words is None else words.format(who=who)


def result_in_words(result: Json, sides: Sequence[str]) -> str:
    """ "ann won 22–15, by resignation"; `sides` are the names by side."""
    winner, scores = result["winner"], result["scores"]
    if result["reason"] == "abandoned":
        return _("Both sides stayed away; nobody wins.")
    if winner is None:
        return _("A director took the match back; nobody wins.")
    others = [score for side, score in enumerate(scores) if side != winner]
    told = {"who": sides[winner], "score": "–".join(map(str, [scores[winner], *others]))}
    sentences = {
        "resigned": _("{who} won {score}, by resignation."),
        "timeouts": _("{who} won {score}, on time."),
        "forfeited": _("{who} won {score}, by forfeit."),
    }
    return sentences.get(result["reason"], _("{who} won {score}.")).format(**told)


def ply_in_words(ply: Ply, names: Sequence[str]) -> str | None:
    """The sentence of a fact that people follow, or None."""
    if ply.type == CardPlayed.type:
        return play_in_words(ply.data, names)
    return departure_in_words(ply, names)
