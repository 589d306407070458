"""`manage.py replay` on the database of a test."""

from io import StringIO

from django.core.management import call_command


def replay(*arguments: str) -> tuple[int, str]:
    """The exit code and what was said."""
    said = StringIO()
    try:
        call_command("replay", *arguments, stdout=said, no_color=True)
    except SystemExit as ended:
        return int(ended.code or 0), said.getvalue()
    return 0, said.getvalue()
