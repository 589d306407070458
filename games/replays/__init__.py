"""Finished matches looked at again: told step by step, in words, as a chart and as pictures."""
