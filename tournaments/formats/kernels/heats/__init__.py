"""A knockout of heats: the plan of its rounds, who is still in, and the standings."""
