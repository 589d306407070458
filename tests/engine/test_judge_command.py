"""`python -m engine judge` answers every line of input, however malformed."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import main
from engine.cli.input_lines import answer_lines
from engine.cli.judge import judged

GOOD = {
    "id": "1",
    "ruleset": "classic",
    "loose": ["8c"],
    "builds": [],
    "hand": ["8h", "Kc"],
    "move": {"kind": "capture", "card": "8h", "loose": ["8c"], "builds": []},
}
BUILD = {"value": 9, "owner": "opp", "cards": ["5c", "4c"]}


def answers(text: str | bytes, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    answer_lines(io.BytesIO(text if isinstance(text, bytes) else text.encode()), judged)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def answer(line: object, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    (only,) = answers(json.dumps(line) + "\n", capsys)
    return only


def test_a_legal_and_an_illegal_move_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(GOOD, capsys) == {"id": "1", "legal": True, "code": None}
    wrong = GOOD | {"loose": ["7c"]}
    assert answer(wrong, capsys) == {"id": "1", "legal": False, "code": "not_on_table"}


def test_overrides_are_honoured(capsys: pytest.CaptureFixture[str]) -> None:
    move = {"kind": "capture", "card": "Qh", "loose": ["Qc", "Qd"], "builds": []}
    line = GOOD | {"hand": ["Qh"], "loose": ["Qc", "Qd"], "move": move}
    assert answer(line, capsys)["code"] == "face_card_choice"
    assert answer(line | {"overrides": {"face_capture": "any"}}, capsys)["legal"] is True


BAD: list[tuple[object, str, str]] = [
    ([], "malformed_position", "line"),
    ("x", "malformed_position", "line"),
    (None, "malformed_position", "line"),
    (GOOD | {"ruleset": "bridge"}, "unknown_ruleset", "ruleset"),
    (GOOD | {"ruleset": ["classic"]}, "malformed_position", "ruleset"),
    (GOOD | {"overrides": {"first_to": 0}}, "bad_override", "first_to"),
    (GOOD | {"overrides": 3}, "malformed_position", "overrides"),
    (GOOD | {"loose": "8c"}, "malformed_position", "loose"),
    (GOOD | {"loose": ["8c", "8c"]}, "malformed_position", "loose"),
    (GOOD | {"loose": ["8x"]}, "malformed_position", "loose"),
    (GOOD | {"loose": [8]}, "malformed_position", "loose"),
    (GOOD | {"loose": None}, "malformed_position", "loose"),
    (GOOD | {"hand": ["8c"]}, "malformed_position", "hand"),
    (GOOD | {"hand": []}, "malformed_position", "hand"),
    (GOOD | {"hand": ["8h", "Kc", "Kd", "Kh", "Ks"]}, "malformed_position", "hand"),
    (GOOD | {"builds": {}}, "malformed_position", "builds"),
    (GOOD | {"builds": [9]}, "malformed_position", "builds"),
    (GOOD | {"builds": [BUILD | {"owner": "north"}]}, "malformed_position", "builds.owner"),
    (GOOD | {"builds": [BUILD | {"owner": None}]}, "malformed_position", "builds.owner"),
    (GOOD | {"builds": [BUILD | {"value": 99}]}, "malformed_position", "builds.value"),
    (GOOD | {"builds": [BUILD | {"value": True}]}, "malformed_position", "builds.value"),
    (GOOD | {"builds": [BUILD | {"value": 8}]}, "malformed_position", "builds.cards"),
    (GOOD | {"builds": [BUILD | {"cards": ["9c"]}]}, "malformed_position", "builds.cards"),
    (GOOD | {"builds": [BUILD | {"cards": ["Jc", "9c"]}]}, "malformed_position", "builds.cards"),
    (GOOD | {"builds": [BUILD | {"cards": ["8c", "Ac"]}]}, "malformed_position", "builds.cards"),
    (
        GOOD | {"builds": [BUILD, BUILD | {"cards": ["5d", "4d"]}]},
        "malformed_position",
        "builds.value",
    ),
    (GOOD | {"move": None}, "malformed_move", "move"),
    (GOOD | {"move": {"kind": "trail", "card": "8h", "x": 1}}, "malformed_move", "x"),
    ({}, "malformed_move", "move"),
]


@pytest.mark.parametrize(("line", "code", "field"), BAD)
def test_a_bad_line_is_refused_with_its_field(
    line: object, code: str, field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = answer(line, capsys)
    assert (refused["legal"], refused["code"], refused["field"]) == (None, code, field)
    assert refused["id"] == ("1" if isinstance(line, dict) and line else None)
    assert isinstance(refused["detail"], str)


@pytest.mark.parametrize(
    "line",
    [
        b"not json\n",
        b"{\n",
        b"\xff\xfe\n",
        b"[" * 60_000 + b"\n",
        b"[" * 10_000_000,
        b'{"id": ' + b"9" * 60_000 + b"}\n",
        b'"\\ud800"\n',
        b"\x00\n",
        b"NaN\n",
    ],
    ids=lambda line: repr(line[:12]),
)
def test_what_is_not_a_json_object_is_refused_and_the_next_line_is_judged(
    line: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    end = b"" if line.endswith(b"\n") else b"\n"
    first, second = answers(line + end + json.dumps(GOOD).encode(), capsys)
    assert (first["id"], first["legal"], first["code"]) == (None, None, "malformed_position")
    assert second == {"id": "1", "legal": True, "code": None}


@pytest.mark.parametrize("id", [None, 7, "7", "\ud800", True, [], {}, 1.5])
def test_an_id_comes_back_if_it_is_a_text_or_a_whole_number(
    id: object, capsys: pytest.CaptureFixture[str]
) -> None:
    simple = isinstance(id, str | int) and not isinstance(id, bool)
    assert answer(GOOD | {"id": id}, capsys)["id"] == (id if simple else None)


def test_empty_input_and_empty_lines_are_answered_by_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert answers("", capsys) == []
    assert answers("\n  \n\r\n", capsys) == []


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        timeout=60,
    )


def test_the_command_judges_standard_input() -> None:
    ran = run("judge", stdin=json.dumps(GOOD) + "\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["legal"] is True


def test_help_is_given_and_unusable_arguments_end_with_status_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments, status in ([["--help"], 0], [["judge", "--help"], 0], [[], 2], [["nothing"], 2]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == status
    assert "judge" in capsys.readouterr().out
