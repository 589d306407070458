"""What an organiser sets: every kind of option, and where a wrong one stands."""

import pytest

from tournaments.core.refusals import BadField
from tournaments.domain.settings import Settings, StageSettings, complete


def of_stage(key: str, **options: object) -> Settings:
    return complete(Settings("Friday", stages=(StageSettings(key, options),)))


def test_tie_breaks_are_set_in_their_order() -> None:
    settings = of_stage("swiss", tie_breaks=["wins", "buchholz"])

    assert settings.stages[0].options["tie_breaks"] == ["wins", "buchholz"]


@pytest.mark.parametrize("order", [[], ["wins", "wins"], ["luck"], "wins", [["wins"]]])
def test_an_order_takes_known_keys_each_once(order: object) -> None:
    with pytest.raises(BadField) as refused:
        of_stage("swiss", tie_breaks=order)

    assert refused.value.params["field"] == "stages.0.options.tie_breaks"


def test_what_a_format_refuses_names_the_stage_it_stands_in() -> None:
    stages = (StageSettings("swiss", {}, 4), StageSettings("swiss", {"rounds": 40}))

    with pytest.raises(BadField) as refused:
        complete(Settings("Friday", stages=stages))

    assert refused.value.params["field"] == "stages.1.options.rounds"


def test_those_who_go_on_are_counted_in_every_group() -> None:
    groups = StageSettings("round_robin", {"groups": 4}, advance=2)

    settings = complete(Settings("Friday", stages=(groups, StageSettings("swiss", {"rounds": 4}))))

    assert settings.stages[1].options["rounds"] == 4
