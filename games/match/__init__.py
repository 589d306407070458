"""A match as people use it: its stream, its rows, its commands and what one may read of it."""
