"""A tournament as a value: `decide(state, command) → events`, `evolve(state, event) → state`. Pure.

Its modules are imported by name, since the formats stand between its values and its decisions.
"""
