"""Algorithms that formats share: brackets, tables, matching, the search of the Swiss."""
