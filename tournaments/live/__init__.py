"""The socket that follows a tournament."""
