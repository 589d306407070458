"""What happens to matches by itself: turns of bots and clocks, in Celery."""
