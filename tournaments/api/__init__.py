"""Tournaments over REST."""
