"""What templates of tournaments may call."""
