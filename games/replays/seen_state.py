"""The newest state of a table in words, from the view that its reader has of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.replays.in_words import (
    card_name,
    cards_in_words,
    listed,
    play_in_words,
    result_in_words,
)

Json = Mapping[str, Any]


def state_in_words(view: Json) -> list[str]:
    """Sentences: where in the match one is, what lies on the table, who is to play, what came
    last; of a finished match, how it ended.
    """
    names = [player["handle"] for player in view["players"]]
    sides = [listed([names[seat] for seat in side["seats"]]) for side in view["sides"]]
    if view["result"] is not None:
        return [result_in_words(view["result"], sides)]
    deal = view["deal"]
    if deal is None:
        return [_("The cards are being cut.")]
    told = [_where(deal), _on_the_table(deal, names)]
    if deal["turn"] is not None:
        told.append(_("{who} is to play.").format(who=names[deal["turn"]]))
    if view["last_play"] is not None:
        told.append(play_in_words(view["last_play"], names))
    return told


def _where(deal: Json) -> str:
    if deal["packets"] == 1:
        words = _("Deal {deal}, {stock} cards in the stock.")
    elif deal["last"]:
        words = _("Deal {deal}, last packet.")
    else:
        words = _("Deal {deal}, packet {packet} of {packets}.")
    return words.format(
        deal=deal["number"], packet=deal["packet"], packets=deal["packets"], stock=deal["stock"]
    )


def _on_the_table(deal: Json, names: Sequence[str]) -> str:
    builds = [
        _("{who}’s {value} ({cards})").format(
            who=names[build["owner"]],
            value=build["value"],
            cards=" ".join(card_name(card) for card in build["cards"]),
        )
        for build in deal["builds"]
    ]
    loose = [cards_in_words(deal["loose"])] if deal["loose"] else []
    if not builds and not loose:
        return _("The table is empty.")
    return _("On the table: {what}.").format(what=listed([*loose, *builds]))
