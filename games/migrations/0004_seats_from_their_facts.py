"""Fills in, from the facts of the matches there are, who came and who left."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TYPES = ('match_created', 'seat_taken', 'cut_made', 'card_played', 'clock_ran_out', 'seat_resigned')


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    facts = apps.get_model('games', 'Event').objects.filter(
        stream__startswith='match-', type__in=TYPES
    )
    rows = apps.get_model('games', 'Seat').objects
    for stream, stories in groupby(
        facts.order_by('stream', 'version').iterator(), attrgetter('stream')
    ):
        of_match = rows.filter(match_id=UUID(stream.partition('-')[2]))
        came, left = told_by(stories)
        of_match.filter(number__in=came).update(came=True)
        for seat, reason in left.items():
            of_match.filter(number=seat).update(left_reason=reason)


def told_by(facts: Iterable[Any]) -> tuple[set[int], dict[int, str]]:
    """The seats that came, and why each that left did so."""
    came: set[int] = set()
    left: dict[int, str] = {}
    limit = 0
    for fact in facts:
        data = fact.data
        if fact.type == 'match_created':
            limit = data['timeouts']['limit']
        elif fact.type == 'seat_taken':
            if data['bot'] is not None:
                came.add(data['seat'])
        elif fact.type == 'cut_made':
            if data['by'] != 'absent':
                came.add(data['seat'])
        elif fact.type == 'card_played':
            if fact.actor.startswith('player:') and not data['default']:
                came.add(data['seat'])
        elif fact.type == 'seat_resigned':
            left.setdefault(data['seat'], 'resigned')
        elif data['in_a_row'] >= limit:
            left.setdefault(data['seat'], 'timeouts')
    return came, left


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_leaving_and_boards'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
