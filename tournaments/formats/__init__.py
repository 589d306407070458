"""How a tournament is paired and ranked: one pure module a format."""
