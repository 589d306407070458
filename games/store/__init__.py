"""The event store: streams of facts, appended by one executor, sealed, chained and replayed."""
