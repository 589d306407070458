"""What limits refuse: the same class as everywhere, so the same codes everywhere."""

from engine.errors import Kind, Refusal


class Throttled(Refusal):
    """`wait` is after how many seconds it is worth another try, `limit` the name of the budget."""

    code = "throttled"
    kind = Kind.TOO_MANY
    template = "That was too often: try again in {wait} seconds."

    def __init__(self, wait: int, limit: str) -> None:
        super().__init__(wait=wait, limit=limit)
        self.wait = wait


class Overloaded(Refusal):
    """As many passwords wait to be checked as this process checks in good time."""

    code = "overloaded"
    kind = Kind.UNAVAILABLE
    template = "Too many people sign in at this moment: try again in {wait} seconds."

    def __init__(self, wait: int) -> None:
        super().__init__(wait=wait)
        self.wait = wait
