"""What games tells the apps above it, after commit. A signal may be lost; the rows may not."""

from django.dispatch import Signal

# Sent with `match_id` (UUID) when a match has finished.
match_finished = Signal()
