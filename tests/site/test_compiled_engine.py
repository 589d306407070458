"""`up` has bots think with the compiled engine where a compiler is at hand, and says which runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from casino_site import compiled_engine


def test_without_a_compiler_bots_think_with_the_plain_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOODTEN_PLAIN", raising=False)
    monkeypatch.setattr(compiled_engine, "compiler", lambda: None)
    assert compiled_engine.build(tmp_path) == "there is no C compiler"
    assert not list(tmp_path.iterdir())


def test_another_source_is_never_taken_for_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = compiled_engine.folder_of(tmp_path)
    other = tmp_path / "other"
    (other / "engine").mkdir(parents=True)
    (other / "engine" / "board.py").write_text("")
    (other / "setup.py").write_text("")
    monkeypatch.setattr(compiled_engine, "ROOT", other)
    assert compiled_engine.folder_of(tmp_path) != ours


@pytest.mark.long
def test_what_was_compiled_is_what_a_process_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compiled_engine.compiler() is None:
        pytest.skip("there is no C compiler here")
    monkeypatch.setenv("GOODTEN_PLAIN", "0")
    monkeypatch.setenv("MYPYC_OPT_LEVEL", "0")  # half the time; what it does is the same
    assert compiled_engine.build(tmp_path) is None
    engine = compiled_engine.folder_of(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [engine.name]

    which = "import casino_site; from engine.cli.bench import core; print(core())"
    said = subprocess.run(
        [sys.executable, "-c", which],
        cwd=engine,
        env={**os.environ, **compiled_engine.environment()},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "compiled\n"
