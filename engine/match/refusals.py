"""What is refused of times, and of who comes back."""

from engine.errors import Kind, Refusal


class BadTime(Refusal):
    code = "bad_time"
    kind = Kind.MALFORMED
    template = "No turn can take such a time."


class NothingToTakeBack(Refusal):
    code = "nothing_to_take_back"
    template = "No bot plays for seat {seat} because its time ran out."
