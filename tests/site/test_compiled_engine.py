"""`up` has bots think with the compiled engine where a compiler is at hand, and says which runs.

That what it builds is what a process imports, `tests/engine/test_compiled.py` says.
"""

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
