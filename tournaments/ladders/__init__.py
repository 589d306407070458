"""Ladders of ratings as one aggregate: pure, with their facts, commands and the arithmetic."""
