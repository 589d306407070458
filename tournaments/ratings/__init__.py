"""Ratings of players: tournaments' results put into ladders, and read from them."""
