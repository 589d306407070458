#!/usr/bin/env python
"""Django's command line for Good Ten: `python manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - the one place an old Python can reach
        sys.exit("Good Ten needs Python 3.11 or newer; this is " + sys.version.split()[0])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
