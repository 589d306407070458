"""What happens to tournaments by itself: rounds, matches, results, sweeps."""
