"""English for people, in places that may not know the framework which translates it."""


def gettext_noop(message: str) -> str:
    """The message itself. `makemessages` finds literals by the name of this function."""
    return message
