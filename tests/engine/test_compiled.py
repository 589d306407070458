"""The compiled engine plays by the same rules, and without a compiler the engine stays plain.

The build goes to a folder of its own; the working tree stays plain.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from casino_site import compiled_engine
from tests.long import further

ROOT = Path(__file__).parents[2]
CORE = [
    "test_conformance.py",
    "test_enumeration.py",
    "test_legality.py",
    "test_scoring.py",
    "test_speed.py",
    "test_split.py",
]
WHICH = (
    "from engine.bots import rollout; from engine.rules import board, playout\n"
    "print(board.__file__, playout.__file__, rollout.__file__)"
)


def laid_out(folder: Path) -> Path:
    """A copy of the files that a build and the tests of the core need."""
    quiet = shutil.ignore_patterns("__pycache__", "*.so")
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=quiet)
    shutil.copytree(ROOT / "tests" / "engine", folder / "tests" / "engine", ignore=quiet)
    (folder / "casino_site").mkdir()
    for name in ("setup.py", "pyproject.toml", "LICENSE", "casino_site/version.py"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "README.md").touch()
    (folder / "pytest.ini").write_text(
        "[pytest]\npythonpath = .\naddopts = --import-mode=importlib -p no:django\n"
    )
    return folder


def run(folder: Path, *command: str, **environment: str) -> str:
    outcome = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return outcome.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine as `up` builds it, in a folder that has nothing else."""
    if compiled_engine.compiler() is None:
        pytest.skip("there is no C compiler here")
    below = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOODTEN_PLAIN", "0")
        patch.setenv("MYPYC_OPT_LEVEL", "0")  # half the time; what it does is the same
        assert compiled_engine.build(below) is None
    engine = compiled_engine.folder_of(below)
    assert [path.name for path in below.iterdir()] == [engine.name]
    return engine


@pytest.fixture(scope="module")
def compiled(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = laid_out(tmp_path_factory.mktemp("tested"))
    shutil.copytree(built, folder, dirs_exist_ok=True)
    return folder


@further
def test_what_was_compiled_is_what_a_process_imports(built: Path) -> None:
    which = "import casino_site; from engine.cli.bench import core; print(core())"
    assert run(built, "-c", which, **compiled_engine.environment()) == "compiled\n"


@further
def test_the_core_of_the_suite_passes_compiled(compiled: Path) -> None:
    for file in run(compiled, "-c", WHICH).split():
        assert Path(file).suffix in (".so", ".pyd")
        assert Path(file).is_relative_to(compiled)
    names = [f"tests/engine/{name}" for name in CORE]
    # CI: Hypothesis knows no deadlines then, and tries the same examples every time.
    assert " passed" in run(compiled, "-m", "pytest", "-q", "-x", *names, CI="1")


@further
def test_compiled_and_plain_play_the_same_deals(compiled: Path) -> None:
    program = (
        "from engine.rules.playout import Playout\n"
        "from engine.rules.rulesets import RULESETS, sides_of\n"
        "for rules in RULESETS.values():\n"
        "    for seats in rules.players:\n"
        "        playout = Playout(rules, sides_of(rules, seats, {}), 7)\n"
        "        playout.play_deals(30)\n"
        "        print(rules.key, seats, playout.decisions, playout.chance, playout.scores)\n"
    )
    assert run(compiled, "-c", program) == run(ROOT, "-c", program)


@further
def test_bots_choose_the_same_compiled_and_plain(compiled: Path) -> None:
    program = (
        "from engine import LADDER, RULESETS, PlayMove, know\n"
        "from engine.cli.game import Chance, arena_game\n"
        "for rules in RULESETS.values():\n"
        "    for seats in rules.players:\n"
        "        game = arena_game(rules, {}, ['greedy'] * seats, rules.key)\n"
        "        chance = Chance('1')\n"
        "        while game.state.turn is not None and not game.state.sheets:\n"
        "            bot = LADDER[-1 - game.state.version % 3]\n"
        "            knowledge = know(game.state, game.state.turn)\n"
        "            choice = bot.choose(knowledge, chance, 30)\n"
        "            print(choice)\n"
        "            game.do(PlayMove(game.state.turn, choice.move))\n"
    )
    assert run(compiled, "-c", program) == run(ROOT, "-c", program)


@further
def test_without_a_compiler_the_package_stays_plain_and_whole(tmp_path: Path) -> None:
    folder = laid_out(tmp_path)
    run(folder, "setup.py", "-q", "build_ext", "--inplace", CC="no-such-compiler")
    assert not list(folder.rglob("*.so"))
    for file in run(folder, "-c", WHICH).split():
        assert Path(file).suffix == ".py"
