"""Casual tables that are due: full ones begin, and what nobody waits for is given up."""

from datetime import datetime
from uuid import UUID

from games.casual import sweeps
from games.jobs.stuck_work import resting, work_through
from games.models import StuckWork


def sweep_tables(now: datetime) -> None:
    """A table that cannot begin holds up no other, and is named as stuck work."""

    def begin(table_id: UUID) -> None:
        sweeps.begin(table_id, now)

    resting_ids = resting(StuckWork.Kind.TABLE, now).values("subject")
    work_through(StuckWork.Kind.TABLE, sweeps.full_tables(resting_ids), begin, now)
    sweeps.clear(now)
