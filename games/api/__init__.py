"""Matches over REST."""
