"""Pages for who wants to play now: casual tables, waiting, and what comes after a match."""
