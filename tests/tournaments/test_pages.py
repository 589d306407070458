"""The pages of a tournament, at every point of its life, in every format."""

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.match import commands
from games.models import Match, Player
from tests.long import SQLITE_FIRST
from tests.tournaments.page_events import play_out, play_tables, stage, started
from tournaments.actions import services
from tournaments.domain.commands import OpenCheckIn
from tournaments.domain.settings import Settings
from tournaments.formats import FORMATS, bracket_of
from tournaments.models import Entrant, Tournament
from tournaments.progress import advance

pytestmark = SQLITE_FIRST

PARTS = (
    "", "rounds/", "rounds/?by=name", "standings/", "schedule/", "entrants/", "embed/",
    "embed/?view=round", "screen/",
)  # fmt: skip


def page(tournament: Tournament, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/tournaments/{tournament.slug}/{path}")
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", FORMATS)
def test_every_page_of_every_format_shows_from_the_start_to_the_end(key: str, olga: Player) -> None:
    tournament = started(olga, 5, stage(key))
    parts = [*PARTS, *(["crosstable/"] if bracket_of(key) is None else ["bracket/"])]
    play_tables(tournament, 1)
    for part in parts:
        page(tournament, part)
    play_out(tournament)
    for part in ("", "standings/", "schedule/", parts[-1]):
        page(tournament, part)
    assert tournament.champion is not None
    page(tournament, f"standings/{tournament.champion.pk.hex}/")
    assert "Champion" in page(tournament)


def lost(entrant: Entrant) -> bool:
    return entrant.seatings.filter(place=2).exists()


@pytest.mark.django_db
def test_a_bracket_shows_who_is_to_come_and_follows_an_entrant(olga: Player) -> None:
    tournament = started(olga, 6, stage("single_elimination", options={"third_place": True}))
    drawn = page(tournament, "bracket/")
    assert "Winner of Quarter-finals, 2" in drawn
    assert "Loser of Semi-finals, 1" in drawn
    assert "box--followed" not in drawn

    followed = page(tournament, "bracket/?who=random-3")
    assert followed.count("box--followed") == 3
    entrant = tournament.entrants.get(number=3)
    assert page(tournament, f"bracket/?follow={entrant.pk.hex}").count("box--followed") == 3
    play_tables(tournament)
    out = next(one for one in tournament.entrants.all() if lost(one))
    assert page(tournament, f"bracket/?follow={out.pk.hex}").count("box--followed") == 1
    assert "Nobody here is called" in page(tournament, "bracket/?who=nobody-at-all")


@pytest.mark.django_db
def test_a_large_bracket_shows_a_window_and_leads_to_the_others(olga: Player) -> None:
    tournament = started(olga, 70, stage("single_elimination"))
    drawn = page(tournament, "bracket/")
    assert ">Round of 128</text>" not in drawn
    assert 'window=2-1"' in drawn
    deeper = page(tournament, "bracket/?window=2-1")
    assert ">Round of 128</text>" in deeper
    assert "Later rounds" in deeper
    assert ">Round of 128</text>" in page(tournament, "bracket/?who=random-70")


@pytest.mark.django_db
def test_a_round_robin_has_a_grid_for_each_group(olga: Player) -> None:
    groups = stage("round_robin", options={"groups": 2}, advance=1)
    tournament = started(olga, 6, groups, stage("single_elimination"))
    play_tables(tournament)
    grid = page(tournament, "crosstable/?stage=1")
    assert grid.count("cross__self") == 6
    assert "Group A" in grid
    assert "Group B" in grid
    play_out(tournament)
    assert tournament.stage == 2
    assert page(tournament, "crosstable/?stage=1").count("cross__self") == 6


def api(tournament: Tournament, rest: str) -> str:
    return f"/api/v1/tournaments/{tournament.slug}/{rest}"


def _ties(text: str) -> str:
    """What is told of the tie-breaks."""
    return text.split('id="ties-title"', 1)[1].split("</main>", 1)[0]


@pytest.mark.django_db
def test_standings_tell_how_a_line_comes_about_now_and_as_it_was(olga: Player) -> None:
    tournament = started(olga, 6, stage("swiss"))
    play_tables(tournament)
    after_one = tournament.version
    first = page(tournament, "standings/")
    entrant = tournament.entrants.get(number=1)
    of_one = f"standings/{entrant.pk.hex}/"
    line, explained = page(tournament, of_one), APIClient().get(api(tournament, of_one)).json()
    play_tables(tournament)
    assert page(tournament, "standings/") != first
    past = page(tournament, f"standings/?version={after_one}")
    assert "As they were after 1 round " in past
    assert f"{of_one}?stage=1&amp;version={explained['version']}" in past
    then = f"{of_one}?version={explained['version']}"
    assert APIClient().get(api(tournament, then)).json() == explained
    assert _ties(page(tournament, then)) == _ties(line) != _ties(page(tournament, of_one))
    played = 'data-state="finished"'
    assert page(tournament, then).count(played) == 1
    assert page(tournament, of_one).count(played) == 2
    told = page(tournament, f"standings/{entrant.pk.hex}/")
    assert "Buchholz Cut-1" in told
    assert " + " in told
    assert f'id="line-{entrant.pk.hex}"' in page(tournament, f"standings/?around={entrant.pk.hex}")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "standings/", "embed/", "screen/"])
def test_standings_of_groups_say_who_is_in_which_wherever_they_stand(
    path: str, olga: Player
) -> None:
    tournament = started(olga, 6, stage("round_robin", options={"groups": 2}))
    play_tables(tournament)
    assert '<th scope="col" class="number">Group</th>' in page(tournament, path)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    ["standings/nobody/", "standings/?version=999999", "standings/?stage=7", "rounds/?stage=9"],
)
def test_what_there_is_not_is_not_found(path: str, olga: Player) -> None:
    tournament = started(olga, 4, stage("swiss"))
    answer = Client().get(f"/tournaments/{tournament.slug}/{path}")
    assert answer.status_code == 404


@pytest.mark.django_db
def test_only_the_view_to_embed_may_stand_in_a_frame(olga: Player) -> None:
    tournament = started(olga, 4, stage("swiss"))
    framed = Client().get(f"/tournaments/{tournament.slug}/embed/?view=standings")
    assert "X-Frame-Options" not in framed
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    for path in ("", "screen/", "standings/"):
        other = Client().get(f"/tournaments/{tournament.slug}/{path}")
        assert other["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


@pytest.fixture
def anns(ann: Player) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.mark.django_db
def test_a_member_enters_checks_in_pauses_comes_back_and_leaves(
    olga: Player, ann: Player, anns: Client
) -> None:
    made = services.create(
        olga, Settings("Evening", capacity=5, stages=(stage("swiss"),)), now=timezone.now()
    )
    services.open_registration(made, olga, now=timezone.now())
    services.enter_bots(made, olga, "random", 4, now=timezone.now())

    def press(action: str) -> str:
        answer = anns.post(f"/tournaments/{made.slug}/{action}/", follow=True)
        return answer.content.decode()

    assert "You are in." in press("enter")
    services.act(made, olga, OpenCheckIn(olga.pk.hex), now=timezone.now())
    assert "Check in" in page(made, "", anns)
    assert "You are checked in." in press("check-in")
    services.start(made, olga, now=timezone.now())
    assert "Take a break" in page(made, "", anns)
    assert "not paired until you come back" in press("pause")
    assert "You are back" in press("resume")
    assert "You have withdrawn." in press("withdraw")
    assert "Come back" in page(made, "", anns)
    assert "has not entered" in press("pause")


@pytest.mark.django_db
def test_two_partners_enter_by_the_handle_of_one(olga: Player, ann: Player, anns: Client) -> None:
    pairs = Settings("Pairs", capacity=4, team=2, stages=(stage("swiss"),))
    made = services.create(olga, pairs, now=timezone.now())
    services.open_registration(made, olga, now=timezone.now())
    wrong = anns.post(f"/tournaments/{made.slug}/enter/", {"partner": "nobody"}, follow=True)
    assert "nobody has the handle" in wrong.content.decode()
    anns.post(f"/tournaments/{made.slug}/enter/", {"partner": "olga", "name": "The aces"})
    assert "The aces" in page(made, "entrants/")


@pytest.mark.django_db
def test_my_match_names_the_table_and_its_time(olga: Player, ann: Player, anns: Client) -> None:
    settings = Settings("Duel", capacity=2, stages=(stage("single_elimination"),))
    made = services.create(olga, settings, now=timezone.now())
    services.open_registration(made, olga, now=timezone.now())
    services.enter(made, ann, now=timezone.now())
    assert "You are in as ann" in page(made, "", anns)
    services.enter_bots(made, olga, "random", 1, now=timezone.now())
    services.start(made, olga, now=timezone.now())
    advance.advance(made.pk, timezone.now)
    mine = page(made, "", anns)
    assert "My match" in mine
    assert "To the table" in mine
    assert "My match</h2>" not in page(made)


@pytest.mark.django_db
def test_who_is_out_is_not_asked_back(olga: Player, ann: Player, anns: Client) -> None:
    settings = Settings("Knocked out", capacity=4, stages=(stage("single_elimination"),))
    made = services.create(olga, settings, now=timezone.now())
    services.open_registration(made, olga, now=timezone.now())
    services.enter(made, ann, now=timezone.now())
    services.enter_bots(made, olga, "random", 3, now=timezone.now())
    services.start(made, olga, now=timezone.now())
    advance.advance(made.pk, timezone.now)
    match = Match.objects.get(seats__player=ann)
    commands.cut(match.pk, ann, bytes(16), now=timezone.now())
    anns.post(f"/tournaments/{made.slug}/pause/")
    assert "I am back" in page(made, "", anns)
    commands.resign(match.pk, ann, command_id="over", now=timezone.now())
    advance.advance(made.pk, timezone.now)
    mine = page(made, "", anns)
    assert "I am back" not in mine
    assert "You are out of this tournament" in mine


@pytest.mark.django_db
def test_who_is_paired_sees_the_page_before_the_match_is_there(
    olga: Player, ann: Player, anns: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = services.create(olga, Settings("Of two", capacity=2), now=timezone.now())
    services.open_registration(made, olga, now=timezone.now())
    services.enter(made, ann, now=timezone.now())
    services.enter_bots(made, olga, "random", 1, now=timezone.now())
    services.start(made, olga, now=timezone.now())
    monkeypatch.setattr("tournaments.progress.match_creation.play", lambda *_: False)
    advance.advance(made.pk, timezone.now)

    page(made, client=anns)
