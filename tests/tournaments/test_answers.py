"""What the API answers is what its schema says, field for field."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from games.api.serializers_of_documents import serializer_of
from games.documents import Help, Timestamp
from games.models import Player
from tests.long import SQLITE_FIRST
from tests.noon import NOON
from tests.tournaments.conftest import NewPlayers
from tests.tournaments.factories import play_to_the_end, running
from tests.tournaments.ladders import recorded, result
from tournaments.domain.settings import StageSettings
from tournaments.models import Entrant, Pairing, Tournament
from tournaments.ratings.services import rate

pytestmark = [*SQLITE_FIRST, pytest.mark.django_db]
ONE = "/api/v1/tournaments/{name}/"
PLAIN = (
    "/api/v1/bots/",
    "/api/v1/formats/",
    "/api/v1/policies/",
    "/api/v1/rulesets/",
    "/api/v1/settings/",
)
OF_A_TOURNAMENT = (
    "/api/v1/tournaments/",
    ONE,
    ONE + "bracket/",
    ONE + "entrants/",
    ONE + "entrants/{entrant}/",
    ONE + "events/",
    ONE + "matches/",
    ONE + "ranking/",
    ONE + "rounds/",
    ONE + "stages/",
    ONE + "stages/{stage}/rounds/{round}/",
    ONE + "standings/",
    ONE + "standings/?around={entrant}",
    ONE + "standings/{entrant}/",
    "/api/v1/matches/{match_id}/events/",
    "/api/v1/matches/{match_id}/moves/",
    "/api/v1/",
    "/api/v1/players/",
    "/api/v1/players/{handle}/",
    "/api/v1/players/{handle}/matches/",
    "/api/v1/players/{handle}/events/",
    "/api/v1/players/{handle}/titles/",
)
OF_RATINGS = (
    "/api/v1/ratings/",
    "/api/v1/ratings/{ladder}/",
    "/api/v1/players/{handle}/ratings/",
)


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The published one, strict: no object has a key that it does not name."""
    with GENERATOR_STATS.silence():
        found: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    for component in found["components"]["schemas"].values():
        if "properties" in component:
            component["additionalProperties"] = False
    return found


def faults(schema: dict[str, Any], address: str, **named: object) -> list[str]:
    """What is wrong with the answer at the address, by the schema."""
    answers = schema["paths"][address.partition("?")[0]]["get"]["responses"]["200"]
    wanted = answers["content"]["application/json"]["schema"]
    answer = APIClient().get(address.format(**named))
    assert answer.status_code == 200, answer.content
    validator = Draft202012Validator({**wanted, "components": schema["components"]})
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(answer.json())]


def names_in(tournament: Tournament) -> dict[str, object]:
    pairing = Pairing.objects.filter(tournament=tournament, match__isnull=False)[0]
    assert pairing.match_id is not None
    entrant = Entrant.objects.filter(tournament=tournament)[0]
    return {
        "name": tournament.slug,
        "entrant": entrant.pk.hex,
        "match_id": pairing.match_id.hex,
        "handle": "p1",
        "stage": 1,
        "round": 1,
    }


@pytest.mark.parametrize("address", PLAIN)
def test_what_may_be_chosen_is_answered_as_the_schema_says(
    schema: dict[str, Any], address: str
) -> None:
    assert faults(schema, address) == []


@pytest.mark.parametrize("format_", ["single_elimination", "swiss"])
def test_a_tournament_is_answered_as_the_schema_says(
    schema: dict[str, Any], olga: Player, people: NewPlayers, format_: str
) -> None:
    tournament = running(olga, people(5), stages=(StageSettings(format_),))
    named = names_in(tournament)
    begun = {address: faults(schema, address, **named) for address in OF_A_TOURNAMENT}
    play_to_the_end(tournament)
    over = {address: faults(schema, address, **named) for address in OF_A_TOURNAMENT}
    assert begun == over == {address: [] for address in OF_A_TOURNAMENT}


@pytest.mark.parametrize("address", OF_RATINGS)
def test_ratings_are_answered_as_the_schema_says(
    schema: dict[str, Any], people: NewPlayers, address: str
) -> None:
    ann, bob = people(2)
    rate([result(recorded(), "m1", ann, bob)], NOON)
    assert faults(schema, address, ladder="duel", handle="p1") == []


class Inner(TypedDict):
    told_at: Timestamp


class Whole(TypedDict):
    """A document."""

    state: Literal["open", "closed"]
    places: Annotated[list[int], Help("Best first.")]
    inner: Inner | None
    inners: NotRequired[list[Inner]]


def test_a_document_makes_its_own_serializer() -> None:
    made = serializer_of(Whole)

    assert (made.__name__, made.__doc__) == ("Whole", "A document.")
    fields = made().fields
    assert list(fields) == ["state", "places", "inner", "inners"]
    assert fields["places"].help_text == "Best first."
    assert (fields["inner"].allow_null, fields["inner"].required) == (True, True)
    assert fields["inners"].required is False
    assert serializer_of(Whole) is made


def test_a_document_that_the_schema_cannot_say_is_refused() -> None:
    class Odd(TypedDict):
        many: set[int]

    with pytest.raises(TypeError, match="set"):
        serializer_of(Odd)
