"""Sockets: what is committed is told at once to everyone who follows a stream."""
