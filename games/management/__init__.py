"""Commands of ``manage.py`` on the log: verification, keys, and statistics of the dealing."""
