"""What a person may do to a tournament, for REST and pages alike."""
