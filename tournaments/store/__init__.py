"""Tournaments in the event store: their stream, their rows, and snapshots of standings."""
