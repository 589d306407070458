"""The regulations of an event, written from its settings: everything that is set, in sentences."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rules.in_words import differences_in_words
from engine.wire.rules_json import rules_from_json
from tournaments.core.ranking import LOT
from tournaments.domain.policies import LEFT_OUT
from tournaments.formats import FORMATS
from tournaments.formats.protocol import Format
from tournaments.text.amounts import score_text
from tournaments.text.format_names import format_name
from tournaments.text.tie_break_names import tie_break_name
from tournaments.text.watching import watched_in_words

Settings = Mapping[str, Any]
Say = Callable[[Any], str]


class Part(NamedTuple):
    """A heading with its sentences."""

    title: str
    sentences: list[str]


def regulations(settings: Settings) -> list[Part]:
    """All parts, in the order in which a player comes to them."""
    policies = {**LEFT_OUT, **settings["policies"]}
    stages = settings["stages"]
    found = [
        Part(_("Who may play"), list(_entering(settings, policies))),
        *(_stage(settings, number) for number in range(len(stages))),
        Part(_("At the table"), list(_tables(settings))),
        Part(_("Absence and leaving"), list(_absence(settings, policies))),
        Part(_("Results and places"), list(_results(settings, policies))),
        Part(_("Who looks on"), watched_in_words(settings)),
    ]
    return [part for part in found if part.sentences]


def _entering(settings: Settings, policies: Mapping[str, Any]) -> Iterator[str]:
    yield _("There are %(capacity)d places.") % settings
    if settings["team"] == 2:
        yield _("Two partners enter together and play as one.")
    if policies["accounts"] == "full":
        yield _("It is for full accounts: guests cannot enter.")
    yield {
        "never": _("Programs of people (bot accounts) cannot enter."),
        "allowed": _("People may enter, and bots of people, too."),
        "only": _("It is for bots of people: nobody else can enter."),
    }[policies["bot_accounts"]]
    if policies["waiting_list"]:
        yield ngettext(
            "When all places are taken, %(count)d entrant may wait for one.",
            "When all places are taken, up to %(count)d entrants may wait for one.",
            policies["waiting_list"],
        ) % {"count": policies["waiting_list"]}
    else:
        yield _("There is no waiting list.")
    if minutes := settings["check_in_minutes"]:
        yield _("Check-in opens %(count)s before the start.") % {"count": _span(minutes * 60)}
    yield {
        "drop": _("If there is a check-in, whoever does not check in is out."),
        "keep": _("Whoever does not check in plays all the same."),
    }[policies["not_checked_in"]]
    if settings["fill_with_bots"]:
        yield _("Places that are free at the start are filled with bots.")
    yield {
        "entry": _("Entrants are seeded in the order in which they entered."),
        "rating": _("Entrants are seeded by their ratings."),
        "random": _("The seeds are drawn."),
        "manual": _("A director sets the seeds."),
    }[policies["seeding"]]
    formats = [FORMATS[stage["format"]] for stage in settings["stages"]]
    late = policies["late_entry"] if len(formats) == 1 and formats[0].late_entry else "never"
    yield {
        "never": _("Nobody can enter after the start."),
        "half": _("Until half of the rounds have begun, one may still enter."),
        "always": _("One may enter as long as it goes on."),
    }[late]


def _stage(settings: Settings, index: int) -> Part:
    stage, several = settings["stages"][index], len(settings["stages"]) > 1
    format_ = FORMATS[stage["format"]]
    name = stage["name"] or format_name(stage["format"])
    title = _("Stage %(number)d: %(name)s") % {"number": index + 1, "name": name}
    sentences = [] if not stage["name"] else [f"{format_name(stage['format'])}."]
    for option in format_.options:
        value = stage["options"].get(option.name)
        sentences += _option(format_, option.name, value, option.help)
    if advance := stage["advance"]:
        groups = format_.groups(stage["options"])
        said = (
            ngettext("%(count)d of each group goes on.", "%(count)d of each group go on.", advance)
            if groups > 1
            else ngettext("%(count)d goes on.", "%(count)d go on.", advance)
        )
        sentences.append(said % {"count": advance})
    return Part(title if several else name, sentences)


def _option(format_: Format, name: str, value: Any, help_: str) -> list[str]:
    """What an option of a format comes to."""
    if name == "tie_breaks":
        keys = value or (format_.ranking.tie_breaks if format_.ranking else ())
        names = [str(tie_break_name(key).name) for key in keys if key != LOT]
        order = ", ".join(names) or _("nothing")
        return [_("Equals are separated by: %(order)s; then by the lot.") % {"order": order}]
    if name in _OPTIONS:
        said = _OPTIONS[name](value)
        return [said] if said else []
    if value is None or value == []:
        return []
    shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return [f"{help_.rstrip('.')}: {shown.replace('_', ' ')}."]


def _rounds(value: Any) -> str:
    if value is None:
        return _("The number of rounds follows from the number of entrants.")
    return ngettext("%(count)d round is played.", "%(count)d rounds are played.", value) % {
        "count": value
    }


_OPTIONS: Mapping[str, Say] = {
    "rounds": _rounds,
    "third_place": lambda value: (
        _("The losers of the semi-finals play for the third place.")
        if value
        else _("There is no match for the third place: both losers of the semi-finals share it.")
    ),
    "cycles": lambda value: (
        _("Everybody meets everybody once.")
        if value == 1
        else _("Everybody meets everybody twice, the second time with the seats exchanged.")
    ),
    "groups": lambda value: (
        _("All play in one group.")
        if value == 1
        else _("The entrants are dealt into %(count)d groups, back and forth by strength.")
        % {"count": value}
    ),
    "minutes": lambda value: _("Pairings are made for %(span)s.") % {"span": _span(value * 60)},
    "bye_score": lambda value: (
        _("Whoever is left over in a round gets %(score)s.")
        % {"score": score_text(value).removeprefix("+")}
    ),
    "rematches": lambda value: {
        "end": _("Nobody meets anybody twice; if no such pairing is left, the stage ends."),
        "allow": _("Where nobody new is left to meet, the oldest meetings come again."),
    }[value],
    "first_round": lambda value: {
        "slide": _("In the first round the upper half meets the lower half."),
        "fold": _("In the first round the first meets the last."),
        "random": _("The first round is drawn."),
    }.get(value, ""),
    "order": lambda value: {
        "slide": _("Later, among equals the upper half meets the lower half."),
        "fold": _("Later, among equals the first meets the last."),
    }.get(value, ""),
    "withdrawal": lambda value: {
        "half": _(
            "Of whoever leaves before half of their matches no result counts; after that the rest"
            " are forfeits."
        ),
        "forfeit": _("Whoever leaves forfeits what is left."),
    }[value],
    "unplayed_policy": lambda value: {
        "none": _("In tie-breaks, byes and forfeits count as they are recorded."),
        "fide_2023": _(
            "In tie-breaks, a round that was not played counts as one against an opponent with"
            " one’s own score."
        ),
    }[value],
    "score_difference_cap": lambda value: (
        _("One match adds at most %(count)d points to the score difference.") % {"count": value}
    ),
    "match_win_floor": lambda value: (
        _("An opponent’s share of won matches counts as %(count)d percent at least.")
        % {"count": value}
    ),
    "score": lambda value: {
        "match": _("Scores of matches come first."),
        "duplicate": _("Luck-adjusted points of the shared deals come first."),
    }[value],
}


def _turns(span: str, bank: int) -> str:
    if not bank:
        return _("A turn takes at most %(span)s; then the house plays.") % {"span": span}
    return _(
        "A turn takes at most %(span)s, and beside that all turns of a match together %(bank)s; "
        "then the house plays."
    ) % {"span": span, "bank": _span(bank)}


def _tables(settings: Settings) -> Iterator[str]:
    ruleset = settings["ruleset"].replace("-", " ")
    yield _("The rules are those of “%(ruleset)s”.") % {"ruleset": ruleset}
    if settings.get("rules"):
        yield from differences_in_words(rules_from_json(settings["ruleset"], settings["rules"]))
    yield _turns(_span(settings["turn_seconds"]), settings.get("bank_seconds", 0))
    yield (
        _("All tables of a round start together.")
        if settings["starts"] == "rounds"
        else _("A table starts as soon as its players are known.")
    )
    if settings["publish"] == "manual":
        yield _("A director publishes the pairings of each round.")
    else:
        yield _("Pairings are public as soon as they are made.")
    if settings["dealing"] == "duplicate":
        yield _("Every table of a round plays the same cards.")
    if settings["mirrored"]:
        yield _("Every deal is played twice, with the hands exchanged.")
    if settings["round_gap_seconds"]:
        yield _("There are at least %(span)s between rounds.") % {
            "span": _span(settings["round_gap_seconds"])
        }


def _absence(settings: Settings, policies: Mapping[str, Any]) -> Iterator[str]:
    yield {
        "keep": _("Whoever does not come to a table loses it, and is paired again."),
        "pause": _("Whoever does not come to a table loses it, and pauses until they return."),
        "withdraw": _("Whoever does not come to a table is out."),
    }[policies["no_show"]]
    if any(FORMATS[stage["format"]].needs_winners for stage in settings["stages"]):
        yield {
            "both_lose": _("If both sides stay away from a knockout match, both are beaten."),
            "higher_seed": _(
                "If both sides stay away from a knockout match, the higher seed goes on."
            ),
            "lot": _("If both sides stay away from a knockout match, the lot says who goes on."),
        }[policies["both_away"]]
    yield {
        "allowed": _("Whoever withdraws may come back."),
        "director": _("Whoever withdraws comes back only by a director."),
        "never": _("Whoever withdraws is out for good."),
    }[policies["return"]]
    byes = policies["requested_byes"]
    if byes and any(FORMATS[stage["format"]].requested_byes for stage in settings["stages"]):
        score = score_text(policies["requested_bye_score"]).removeprefix("+")
        yield ngettext(
            "%(count)d bye may be asked for, which earns %(score)s.",
            "%(count)d byes may be asked for, each of which earns %(score)s.",
            byes,
        ) % {"count": byes, "score": score}
        if free := policies["bye_free_rounds"]:
            yield ngettext(
                "None may be asked for in the last round.",
                "None may be asked for in the last %(count)d rounds.",
                free,
            ) % {"count": free}
    yield {
        "forfeit": _("What a disqualified entrant has played counts; the rest is forfeited."),
        "void": _("What a disqualified entrant has played counts for nobody."),
    }[policies["disqualification"]]


def _results(settings: Settings, policies: Mapping[str, Any]) -> Iterator[str]:
    if settings["scale"]:
        points = ", ".join(map(str, settings["scale"]))
        yield _("The places at a table earn %(points)s points.") % {"points": points}
    if seconds := policies["dispute_seconds"]:
        yield _("A result may be disputed for %(span)s.") % {"span": _span(seconds)}
    yield {
        "confirm": _("A director may correct a result, and take back what rests on it."),
        "never": _("A result that later pairings rest on is not corrected any more."),
    }[policies["correction"]]
    if minutes := settings["provisional_minutes"]:
        yield _("After the last result there are %(span)s to protest before it is final.") % {
            "span": _span(minutes * 60)
        }
    else:
        yield _("The event is final with its last result.")
    yield {
        "lot": _("Where nothing else separates the first ones, the lot decides, and it is said."),
        "shared": _("Where nothing separates the first ones, they share the title."),
        "play_off": _("Where nothing separates the first ones, they play the title off."),
    }[policies["first_place"]]
    yield {
        "kept": _("Whoever has withdrawn keeps the place of their results."),
        "last": _("Whoever has withdrawn stands behind all others."),
    }[policies["withdrawn_place"]]
    yield {
        "last": _("Whoever was disqualified stands behind all others."),
        "kept": _("Whoever was disqualified keeps the place of their results, and no title."),
    }[policies["disqualified_place"]]
    yield (
        _("Its matches count for ratings.")
        if settings["rated"]
        else _("Its matches do not count for ratings.")
    )


def _span(seconds: int) -> str:
    """A stretch of time as people say it."""
    if seconds % 86_400 == 0:
        n = seconds // 86_400
        return ngettext("%(n)d day", "%(n)d days", n) % {"n": n}
    if seconds % 3_600 == 0:
        n = seconds // 3_600
        return ngettext("%(n)d hour", "%(n)d hours", n) % {"n": n}
    if seconds % 60 == 0:
        n = seconds // 60
        return ngettext("%(n)d minute", "%(n)d minutes", n) % {"n": n}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
