"""What brackets share: the tree of pairings, its standings, and seeds kept apart."""
