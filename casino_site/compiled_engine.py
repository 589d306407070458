"""The engine compiled, for `manage.py up` and for the image: the same source, some times as fast.

`python -m casino_site.compiled_engine FOLDER` builds it in a folder of its own under FOLDER, where
a C compiler is at hand, and says so in its last line. The folder's name follows from the source and
from this Python, so that what was built is found again, and never used for another source. The
source itself stays plain.
"""

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-compile.lock"
# What the build reads, beside the engine.
FILES = ("setup.py", "pyproject.toml", "LICENSE", "README.md", "casino_site/version.py")
BUILT = "Bots think with the compiled engine"
PLAIN = "Bots think with the plain engine"


def folder_of(below: Path) -> Path:
    """Where the engine of this source stands compiled, or would."""
    digest = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for file in sorted((ROOT / "engine").rglob("*.py")):
        digest.update(str(file.relative_to(ROOT)).encode())
        digest.update(file.read_bytes())
    digest.update((ROOT / "setup.py").read_bytes())
    return below / digest.hexdigest()[:16]


def environment() -> dict[str, str]:
    """What a process needs that is started in the folder of a compiled engine, to import that one:
    Celery looks in the folder that it is started in before all others.
    """
    return {"PYTHONPATH": str(ROOT)}


def compiler() -> str | None:
    """The C compiler that this Python would use, if it is here."""
    return shutil.which((sysconfig.get_config_var("CC") or "cc").split()[0])


def build(below: Path) -> str | None:
    """Builds the engine under this folder, unless it stands there; why not, or None."""
    target = folder_of(below)
    if target.is_dir():
        return None
    if os.environ.get("GOODTEN_PLAIN") == "1":
        return "GOODTEN_PLAIN is set"
    if compiler() is None:
        return "there is no C compiler"
    below.mkdir(parents=True, exist_ok=True)
    work = below / f"{target.name}.{os.getpid()}"
    shutil.rmtree(work, ignore_errors=True)
    try:
        quiet = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / "engine", work / "engine", ignore=quiet)
        (work / "casino_site").mkdir()
        for name in FILES:
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, work / name)
        _run(work, [sys.executable, "setup.py", "-q", "build_ext", "--inplace"], _tools(below))
        if not list(work.glob("engine/bots/*.so")):
            return "it could not be compiled"
        # Nothing but the engine: all else would stand before the product's own.
        shutil.rmtree(work / "casino_site")
        shutil.rmtree(work / "build", ignore_errors=True)
        for name in FILES:
            (work / name).unlink(missing_ok=True)
        work.rename(target)
    except (OSError, subprocess.SubprocessError) as fault:
        return str(fault).splitlines()[0]
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for old in below.iterdir():
        if old.is_dir() and old.name not in (target.name, "tools"):
            shutil.rmtree(old, ignore_errors=True)
    return None


def _tools(below: Path) -> Path | None:
    """Where the compiler of Python stands, which only developing has installed; None: here."""
    if importlib.util.find_spec("mypyc") and importlib.util.find_spec("setuptools"):
        return None
    tools = below / "tools"
    if not (tools / "mypyc").is_dir():
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes"]
        _run(ROOT, [*install, "--target", str(tools), "-r", str(LOCK)], None)
    return tools


def _run(folder: Path, command: list[str], tools: Path | None) -> None:
    path = {"PYTHONPATH": str(tools)} if tools else {}
    subprocess.run(  # noqa: S603 - our own commands
        command, cwd=folder, env={**os.environ, **path}, check=True, capture_output=True
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m casino_site.compiled_engine",
        description="Compiles the engine into a folder below this one, named by its sources.",
    )
    parser.add_argument("below", type=Path, help="a folder, which is made if it is not there")
    fault = build(parser.parse_args().below)
    sys.stdout.write(f"{BUILT}\n" if fault is None else f"{PLAIN}: {fault}\n")
    return 0


if __name__ == "__main__":
    os.nice(10)
    sys.exit(main())
