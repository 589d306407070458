"""Order in the house: who keeps it, what they do and why, and what players report."""
