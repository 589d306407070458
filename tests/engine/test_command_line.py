"""Every verb of `python -m engine`: its answers, and its refusal of bad input."""

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from engine import texts
from engine.cli import VERBS, main
from engine.record import record_of, record_text, replay
from tests.engine.builders import played_match

ROOT = Path(__file__).parents[2]
POSITION = {
    "id": 1,
    "ruleset": "classic",
    "loose": ["8c", "5d"],
    "builds": [{"value": 9, "owner": "opp", "cards": ["4c", "5c"]}],
    "hand": ["8h", "3s", "9d"],
}
TRAIL = {"kind": "trail", "card": "8h"}
DIAGRAM = "classic 0 1 Ac9s/9dKh 4c5c[9=3h6d@1] -"
NESTED = b"[" * 10_000_000


class CommandLine:
    """Runs the command line in this process; a call returns exit status, output and errors."""

    def __init__(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(list(arguments))
        except SystemExit as ended:
            status = int(ended.code or 0)
        output = self.capsys.readouterr()
        return status, output.out, output.err


@pytest.fixture
def engine(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    return CommandLine(capsys, monkeypatch)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    file.write_text(record_text(record_of(played_match(3, first_to=5).events)))
    return file


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str, engine: CommandLine) -> None:
    status, out, err = engine(verb, "--help")
    assert (status, err) == (0, "")
    assert f"python -m engine {verb}" in out
    assert len(out.splitlines()) > 5


def test_the_help_names_every_verb(engine: CommandLine) -> None:
    status, out, _ = engine("--help")
    assert status == 0
    assert all(re.search(rf"^    {verb}\b", out, re.MULTILINE) for verb in VERBS)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["judge", "x"],
        ["moves", "--limit", "0"],
        ["moves", "--limit", "9" * 5000],
        ["perft", "classic 0"],
        ["perft", DIAGRAM.replace("4c5c", "4c4c")],
        ["perft", DIAGRAM.replace("4c5c", "4cAc")],
        ["perft", DIAGRAM.replace("Ac9s", "AcAdAhAs2c2d2h2s3c")],
        ["perft", DIAGRAM.replace("@1", "@7")],
        ["perft", DIAGRAM.replace("[9", "[99")],
        ["perft", "[" * 100_000],
        ["perft", "--depth", "-1"],
        ["perft", "--seed", "1", "--seats", "5"],
        ["perft", "--seed", "1", "--ruleset", "bridge"],
        ["perft", "--seed", "1", DIAGRAM],
        ["simulate", "--bots", "nobody"],
        ["simulate", "--bots", "greedy,greedy,greedy"],
        ["simulate", "--bots", ""],
        ["simulate", "--matches", "0"],
        ["simulate", "--matches", "1", "--deals", "1"],
        ["simulate", "--override", "first_to"],
        ["simulate", "--override", "first_to=x"],
        ["simulate", "--override", "first_to=" + "[" * 100_000],
        ["simulate", "--override", "colour=1"],
        ["simulate", "--override", "partnership=true", "--seats", "3"],
        ["simulate", "--matches", "1", "--record", "/"],
        ["play", "--seat", "2"],
        ["play", "--bots", "x"],
        ["play", "--seats", "5"],
        ["replay"],
        ["replay", "/no/such/file"],
        ["replay", "/"],
        ["replay", "\0"],
    ],
    ids=lambda arguments: " ".join(arguments)[:50],
)
def test_unusable_arguments_are_one_line_and_status_two(
    arguments: list[str], engine: CommandLine
) -> None:
    status, out, err = engine(*arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("python -m engine")
    assert len(err) < 500


@pytest.mark.parametrize("arguments", [["perft"], ["perft", "-"], ["replay", "-"]])
@pytest.mark.parametrize(
    "stdin", [NESTED, b"\xff\xfe", b"[", b"\0", b"{}"], ids=lambda stdin: repr(stdin[:9])
)
def test_unusable_input_is_one_line_and_status_two(
    arguments: list[str], stdin: bytes, engine: CommandLine
) -> None:
    status, out, err = engine(*arguments, stdin=stdin)
    assert (status, out, len(err.splitlines())) == (2, "", 1)


BAD_POSITIONS = [
    (POSITION | {"loose": ["8c", "8c"]}, "loose"),
    (POSITION | {"hand": ["8h", "5d"]}, "hand"),
    (POSITION | {"hand": ["Ac", "Ad", "Ah", "As", "2c", "2d", "2h", "2s", "3c"]}, "hand"),
    (
        POSITION | {"builds": [{"value": 9, "owner": "nobody", "cards": ["4c", "5c"]}]},
        "builds.owner",
    ),
    (POSITION | {"builds": [{"value": 99, "owner": "me", "cards": ["4c", "5c"]}]}, "builds.value"),
    (POSITION | {"builds": [{"value": 9, "owner": "me", "cards": ["4c", "5d"]}]}, "builds.cards"),
]


@pytest.mark.parametrize("verb", ["judge", "moves"])
@pytest.mark.parametrize(("position", "field"), BAD_POSITIONS, ids=lambda part: str(part)[:20])
def test_a_position_that_cannot_be_is_answered_with_its_field(
    verb: str, position: dict[str, object], field: str, engine: CommandLine
) -> None:
    line = json.dumps(position | {"move": TRAIL})
    status, out, err = engine(verb, stdin=line.encode())
    answer = json.loads(out)
    assert (status, err, answer["id"], answer["field"]) == (0, "", 1, field)
    assert answer["code"] == "malformed_position"


@pytest.mark.parametrize("verb", ["judge", "moves"])
def test_ten_megabytes_of_brackets_are_refused_and_the_next_line_is_answered(
    verb: str, engine: CommandLine
) -> None:
    good = json.dumps(POSITION | {"move": TRAIL}).encode()
    status, out, _ = engine(verb, stdin=NESTED + b"\n" + good)
    first, second = (json.loads(line) for line in out.splitlines())
    assert (status, first["field"], second["id"]) == (0, "line", 1)


def test_moves_are_listed_as_text_or_json_up_to_a_limit(engine: CommandLine) -> None:
    _, out, _ = engine("moves", stdin=json.dumps(POSITION).encode())
    whole = json.loads(out)
    assert whole["complete"] is True
    assert {"8hx8c", "3s", "9dx[9]", "9d", "3s+5d=8"} <= set(whole["moves"])
    _, out, _ = engine("moves", "--json", "--limit", "2", stdin=json.dumps(POSITION).encode())
    cut = json.loads(out)
    assert (cut["complete"], len(cut["moves"])) == (False, 2)
    assert cut["moves"][0] == {"move": {"kind": "trail", "card": "3s"}, "text": "3s"}


def test_perft_counts_a_diagram_or_a_dealt_packet_and_divides_by_move(engine: CommandLine) -> None:
    status, out, _ = engine("perft", DIAGRAM, "--depth", "4", "--divide")
    answer = json.loads(out)
    assert (status, answer["complete"], answer["diagram"]) == (0, True, DIAGRAM)
    assert sum(answer["moves"].values()) == answer["counts"][-1]
    _, again, _ = engine("perft", stdin=(DIAGRAM + "\n\n" + DIAGRAM).encode())
    assert [json.loads(line)["counts"] for line in again.splitlines()] == [answer["counts"][:3]] * 2
    _, dealt, _ = engine("perft", "--seed", "1", "--ruleset", "draw", "--most", "20")
    assert json.loads(dealt)["complete"] is False


def test_a_right_record_is_replayed_to_its_result(record: Path, engine: CommandLine) -> None:
    state = replay(record.read_text()).state
    assert state.result is not None
    status, out, err = engine("replay", str(record), "--json", "--view")
    answer = json.loads(out)
    assert (status, err, answer["right"], answer["status"]) == (0, "", True, "finished")
    assert (answer["scores"], answer["view"]["version"]) == (list(state.scores), state.version)
    status, out, err = engine("replay", "-", stdin=record.read_bytes())
    assert (status, err) == (0, "")
    assert f"side {state.result.winner} wins" in out


def test_a_wrong_record_is_answered_by_its_line_and_the_last_good_state(
    record: Path, engine: CommandLine
) -> None:
    lines = record.read_text().splitlines()
    lines[19] = "0 2c=9"
    record.write_text("\n".join(lines))
    status, out, err = engine("replay", str(record))
    assert status == 1
    assert len(err.splitlines()) == 1
    assert ": line 20: " in err
    assert "right up to line 19\nplaying" in out
    status, out, _ = engine("replay", str(record), "--json")
    answer = json.loads(out)
    assert (status, answer["wrong"]["line"], answer["lines"]) == (1, 20, 19)
    assert engine("perft", answer["diagram"], "--depth", "1")[0] == 0


def test_each_of_several_records_in_one_file_is_answered_by_a_line(
    tmp_path: Path, engine: CommandLine
) -> None:
    one, other = (record_text(record_of(played_match(seed, 2).events)) for seed in (3, 4))
    file = tmp_path / "records.txt"
    file.write_text(f"; two\n{one}\n{other}\n; older ones: elsewhere\n")
    status, answer, _ = engine("replay", str(file))
    second = f"{one}\n".count("\n") + 2
    assert status == 0
    lines = answer.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["line 1", f"line {second}"]
    assert all(": finished, " in line for line in lines)
    file.write_text(f"{one}\n{other.replace('score 1', 'score 2', 1)}")
    status, answer, _ = engine("replay", "--json", str(file))
    first, last = map(json.loads, answer.splitlines())
    assert (status, first["right"], last["right"]) == (1, True, False)
    assert last["line"] == second - 1


def test_a_simulation_is_the_same_again_and_keeps_its_last_record(
    tmp_path: Path, engine: CommandLine
) -> None:
    kept = tmp_path / "last.txt"
    ask = (
        "simulate",
        "--matches",
        "3",
        "--ruleset",
        "spade",
        "--override",
        "first_to=20",
        "--json",
    )
    status, out, err = engine(*ask, "--record", str(kept))
    answer = json.loads(out)
    assert (status, err, answer["matches"], answer["seats"]) == (0, "", 3, ["greedy", "random"])
    assert sum(side["wins"] for side in answer["sides"]) == 3
    assert sum(answer["plays"].values()) == answer["moves"] == 48 * answer["deals"]
    again = json.loads(engine(*ask)[1])
    assert {**again, "seconds": 0} == {**answer, "seconds": 0}
    assert replay(kept.read_text()).wrong is None
    text = engine("simulate", "--deals", "2", "--seats", "4", "--seed", "5")[1]
    assert text.startswith("2 matches, 2 deals, 96 moves")
    assert "0 greedy, 2 greedy" in text


def test_a_match_is_played_from_standard_input(tmp_path: Path, engine: CommandLine) -> None:
    kept = tmp_path / "played.txt"
    typed = b"zz\n\xff\n?\nAc\n" + b"1\n" * 400
    ask = ("play", "--seed", "3", "--override", "first_to=3", "--record", str(kept))
    status, out, err = engine(*ask, stdin=typed)
    assert (status, err) == (0, "")
    assert "is not in the notation" in out
    assert "You do not hold Ac" in out
    assert "wins (score)" in out
    replayed = replay(kept.read_text())
    assert replayed.wrong is None
    assert replayed.state.result is not None
    _, left, _ = engine("play", "--seed", "3", "--ruleset", "draw", stdin=b"1\nq\n")
    assert "you draw " in left
    assert "wins (resigned)" in left


def test_the_opponents_cards_are_not_told(tmp_path: Path, engine: CommandLine) -> None:
    kept = tmp_path / "played.txt"
    _, out, _ = engine("play", "--seed", "3", "--record", str(kept))
    state = replay(kept.read_text()).state
    assert state.deal is not None
    assert all(card in out for card in texts(state.deal.hands[0]))
    assert not any(card in out for card in texts(state.deal.hands[1]))


def run_in_a_terminal(*arguments: str, answer: bytes) -> tuple[int, str]:
    """Runs the command line in a pseudo-terminal and gives every prompt the same answer."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
    ) as process:
        os.close(theirs)
        output, prompts = b"", 0
        while select.select([ours], [], [], 60)[0]:
            try:
                output += os.read(ours, 65536)
            except OSError:
                break  # the other end is closed: it is over
            if output.count(b"move?") > prompts:
                prompts = output.count(b"move?")
                os.write(ours, answer)
    os.close(ours)
    return process.returncode, output.decode()


def test_a_match_is_played_in_a_terminal() -> None:
    status, output = run_in_a_terminal(
        "play", "--seed", "8", "--override", "first_to=1", answer=b"1\n"
    )
    assert status == 0
    assert "wins (score)" in output
    assert "Traceback" not in output


def test_a_long_simulation_shows_its_progress_in_a_terminal_alone() -> None:
    status, output = run_in_a_terminal("simulate", "--deals", "40", answer=b"")
    assert status == 0
    assert "40 matches" in output
    assert "1/40 deals" in output
    ran = subprocess.run(
        [sys.executable, "-m", "engine", "simulate", "--deals", "2"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
