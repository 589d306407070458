"""Pages of matches and of accounts."""
