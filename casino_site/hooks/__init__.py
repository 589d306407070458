"""Webhooks: what is new in an event or for an account, sent to the address of who asked for it."""
