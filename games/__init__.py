"""Matches, seats, clocks, the event store and live play: it knows nothing of tournaments."""
