"""The second half of `make bench`: this engine, plain and compiled, beside other packages.

`python -m tests.bench.beside PYTHON [SECONDS [ROUNDS]]`; PYTHON is the interpreter of the
environment that has the packages. Everything is measured in turns, one process at a time, and the
best round counts: what else the machine does then disturbs all alike. Exits 1 if the compiled
engine is behind any of them, or the plain one behind a game of rlcard.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PEERS = Path(__file__).with_name("peers.py")
WANTED = {"plain": 60_000, "compiled": 600_000}


def main() -> int:
    peers = str(Path(sys.argv[1]).absolute())
    seconds = sys.argv[2] if len(sys.argv) > 2 else "1"
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        places = {"plain": ROOT, "compiled": compiled_copy(Path(folder))}
        for _ in range(rounds):
            for core, place in places.items():
                keep_best(best, core, figures_of(place, core, seconds))
            answer = answered(ROOT, peers, str(PEERS), seconds)
            for name, rate in answer.items():
                best[name] = max(rate, best.get(name, 0))
    return report(best)


def compiled_copy(folder: Path) -> Path:
    """A copy of the engine, compiled; the build says on standard error why if it is not."""
    shutil.copytree(ROOT / "engine", folder / "engine")
    (folder / "casino_site").mkdir()
    named = ("setup.py", "pyproject.toml", "LICENSE", "README.md", "casino_site/version.py")
    for name in named:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, folder / name)
    (folder / "README.md").touch()
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder


def answered(place: Path, *command: str) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run(
        command, cwd=place, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return answer


def figures_of(place: Path, core: str, seconds: str) -> dict[str, object]:
    bench = [sys.executable, "-m", "engine", "bench", "--json", "--seconds", seconds]
    figures = answered(place, *bench)
    if figures["core"] != core:
        sys.exit(f"the {core} engine could not be measured: {figures['core']} ran")
    return figures


def keep_best(best: dict[str, float], core: str, figures: dict[str, object]) -> None:
    flat = {
        f"{core} {name}": rate
        for group in ("moves_per_second", "judged_per_second")
        for name, rate in figures[group].items()  # type: ignore[attr-defined]
    }
    flat["reference loop"] = figures["reference_steps_per_second"]
    for name, rate in flat.items():
        best[name] = max(rate, best.get(name, 0))
    fold = f"{core} fold of 200 facts, ms"
    best[fold] = min(figures["fold_200_facts_ms"], best.get(fold, 1e9))  # type: ignore[type-var]


def report(best: dict[str, float]) -> int:
    plain, compiled = best["plain classic-2"], best["compiled classic-2"]
    print(f"{'':<32}{'a second':>14}{'plain is':>11}{'compiled is':>13}")
    for name, rate in best.items():
        ratios = ""
        if name.startswith(("open_spiel", "rlcard")):
            ratios = f"{plain / rate:>10.2f}x{compiled / rate:>12.2f}x"
        print(
            f"{name:<32}{rate:>14,.2f}{ratios}"
            if "ms" in name
            else f"{name:<32}{rate:>14,.0f}{ratios}"
        )
    for core, wanted in WANTED.items():
        share = best[f"{core} classic-2"] / wanted
        print(f"{core} random deals of classic: {share:.2f} of the {wanted:,} wanted")
    others = {name: rate for name, rate in best.items() if name.startswith(("open_sp", "rlcard"))}
    rlcard = max(rate for name, rate in others.items() if name.startswith("rlcard"))
    ahead = compiled > max(others.values()) and plain > rlcard
    print("ahead as wanted" if ahead else "BEHIND: see the ratios")
    return 0 if ahead else 1


if __name__ == "__main__":
    sys.exit(main())
