"""Limits: who is asking, what they may ask for how often, and where that is counted."""
