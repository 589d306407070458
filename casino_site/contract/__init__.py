"""What strangers write programs against: the schema of REST, the frames of sockets, refusals."""
