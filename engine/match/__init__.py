"""A match as one aggregate: its state, the commands that it takes, and the facts that follow."""
