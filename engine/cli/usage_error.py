"""The error of arguments or input that a verb cannot use."""


class UsageError(Exception):
    """Ends a verb with exit status 2; the message is one line for people."""
