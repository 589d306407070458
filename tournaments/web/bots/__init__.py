"""Pages of bot accounts: everybody's to look at, and one's own to look after."""
