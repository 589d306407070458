"""REST: players and tokens, matches, records, and the names that settings may use."""
