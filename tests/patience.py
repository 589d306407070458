"""How long a test waits for what must come, however busy the machine is.

Never a verdict of its own: what does not come at all has not come later either.
"""

PATIENCE = 240
