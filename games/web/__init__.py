"""Pages: matches, records, the check of the deals, and accounts."""
