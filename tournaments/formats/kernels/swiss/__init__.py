"""A Swiss round as one matching of least cost: the field, its costs, the search and the reasons."""
