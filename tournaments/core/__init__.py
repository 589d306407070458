"""What every format stands on: stages, scores, standings and tie-breaks. It knows no format."""
