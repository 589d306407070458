"""A database that does not answer: said to the client as a fault that passes, and never as ours."""

from django.db import InterfaceError, OperationalError

from engine.errors import Kind, Refusal

# What Django raises where the database cannot be reached, or goes amid a question.
DATABASE_AWAY = (OperationalError, InterfaceError)
# When it is worth asking again.
SECONDS = 3


class Unavailable(Refusal):
    code = "unavailable"
    kind = Kind.UNAVAILABLE
    template = (
        "The database does not answer. Ask again in a moment: whatever was acknowledged is kept, "
        "and a command that is sent again with its own id is done once."
    )
