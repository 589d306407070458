"""Tournaments of matches: who enters, who meets whom, and who stands where."""
