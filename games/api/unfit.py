"""What a body asks for in the right shape, and cannot have."""

from rest_framework import status
from rest_framework.exceptions import ValidationError


class Unfit(ValidationError):
    """The code is `invalid`, as of a body of the wrong shape, and the status says that it is not:
    the name is taken, the password too easily guessed.
    """

    status_code = status.HTTP_409_CONFLICT
