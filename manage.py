#!/usr/bin/env python
"""Django's command line for Good Ten: `python manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - the one place an old Python can reach
        fail("Good Ten needs Python 3.11 or newer; this is " + sys.version.split()[0])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        fail(
            "Good Ten's packages are not installed for this Python: use `make up`, or `make setup`"
        )

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as fault:
        fail(str(fault))


def fail(reason: str) -> None:
    """One line about what the machine or its settings lack, and status 2."""
    sys.stderr.write(reason + "\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
