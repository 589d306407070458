"""Background work on matches, in Celery: bots' turns and clocks, each queued and swept for."""
