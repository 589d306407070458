"""What people and scripts may read of a tournament."""
