"""What people call a group of a stage, and a place in it."""


def group_name(number: int) -> str:
    """A, B, … Z, AA, … by the number from 1; "" for a stage of one group."""
    letters = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
