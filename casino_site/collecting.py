"""How seldom CPython looks for objects that only hold each other."""

import gc

# CPython looks after every 700 new objects unless told otherwise. A state of ten thousand entrants
# and its standings are millions of objects without a cycle: looking costs a third of the time to
# make them, and a tenth of the time to start a process.
OBJECTS_BEFORE_A_LOOK = 10_000


def look_seldom() -> None:
    gc.set_threshold(OBJECTS_BEFORE_A_LOOK, *gc.get_threshold()[1:])
