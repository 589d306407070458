"""Builds the core of the engine as C where mypyc and a compiler are at hand; without them, nothing.

Everything else about the package stands in `pyproject.toml`. `GOODTEN_PLAIN=1` builds it plain.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# The rules on the board, the search of the bots, and what they need: no dataclass, no class
# variable.
COMPILED = [
    "engine/bots/dealer.py",
    "engine/bots/endgame.py",
    "engine/bots/evaluation.py",
    "engine/bots/horizon.py",
    "engine/bots/instinct.py",
    "engine/bots/outlook.py",
    "engine/bots/past_play.py",
    "engine/bots/rollout.py",
    "engine/bots/self_play.py",
    "engine/bots/takes.py",
    "engine/bots/tree.py",
    "engine/bots/worths.py",
    "engine/rules/awards.py",
    "engine/rules/board.py",
    "engine/rules/cards.py",
    "engine/rules/escape.py",
    "engine/rules/judging.py",
    "engine/rules/listing.py",
    "engine/rules/playout.py",
    "engine/rules/split.py",
    "engine/rules/sums.py",
    "engine/rules/terms.py",
]


class BuildAllOrNothing(build_ext):
    """Leaves the package plain if anything cannot be compiled."""

    def build_extensions(self) -> None:
        try:
            super().build_extensions()
        except Exception as error:  # each compiler fails in its own way
            self.warn(f"the engine stays plain Python: {error}")
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


def extensions() -> list[Extension]:
    wanted = {"bdist_wheel", "build_ext", "build", "install"} & set(sys.argv)
    if not wanted or os.environ.get("GOODTEN_PLAIN") == "1":
        return []
    try:
        from mypyc.build import mypycify

        level = os.environ.get("MYPYC_OPT_LEVEL", "3")
        # Without the configuration: its plugins want a Django that a build has not.
        options = ["--config-file=", "--strict", *COMPILED]
        return mypycify(options, opt_level=level, debug_level="0", group_name="engine")
    except (ImportError, SystemExit) as error:
        print(f"the engine stays plain Python: {error!r}", file=sys.stderr)
        return []


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildAllOrNothing})
