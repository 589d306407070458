"""The sweeps that beat calls: which, and how often. What each finds, docs/architecture.md says."""

from typing import TypedDict


class Expiring(TypedDict):
    expires: float


class Sweep(TypedDict):
    """An entry of Celery's `beat_schedule`; times are seconds."""

    task: str
    schedule: float
    options: Expiring


def _sweep(task: str, seconds: float) -> Sweep:
    """A sweep that could not start before the next is dropped, which does its work; one that is
    called more often than every two seconds has twice its time, at most those two seconds.
    """
    expires = min(2 * seconds, max(seconds, 2.0))
    return {"task": task, "schedule": seconds, "options": {"expires": expires}}


SWEEPS = {
    "sign of life": _sweep("games.jobs.tasks.give_sign_of_life", 10.0),
    "sign of a courier": _sweep("casino_site.hooks.tasks.give_sign_of_life", 10.0),
    "clocks": _sweep("games.jobs.tasks.sweep_clocks", 1.0),
    "bots": _sweep("games.jobs.tasks.sweep_bots", 0.5),
    "casual tables": _sweep("games.jobs.tasks.sweep_casual_tables", 5.0),
    "accounts": _sweep("games.jobs.tasks.sweep_accounts", 3600.0),
    "staff": _sweep("casino_site.staff.tasks.sweep_staff", 300.0),
    "kept answers": _sweep("casino_site.contract.tasks.sweep_kept_answers", 600.0),
    "webhooks": _sweep("casino_site.hooks.tasks.sweep_webhooks", 1.0),
    "old messages": _sweep("casino_site.hooks.tasks.forget_deliveries", 3600.0),
    "tournaments": _sweep("tournaments.progress.tasks.sweep_tournaments", 5.0),
    "challenges of the house": _sweep("tournaments.actions.tasks.sweep_challenges", 10.0),
    "ratings": _sweep("tournaments.ratings.tasks.sweep_ratings", 5.0),
}
