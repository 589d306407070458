"""Casual tables: matches without a tournament, from the wish to play to the rematch."""
