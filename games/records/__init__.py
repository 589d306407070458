"""Matches as text records, read and written, and statistics of what was dealt."""
