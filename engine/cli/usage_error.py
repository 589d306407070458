"""Arguments and input that a verb cannot use."""


class UsageError(Exception):
    """Ends a verb with exit status 2; its text is one line for people."""
