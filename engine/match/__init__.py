"""A match as an aggregate: its state, the commands it takes and the events that follow."""
