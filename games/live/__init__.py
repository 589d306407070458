"""Sockets: what is committed is announced to everyone who follows a stream."""
