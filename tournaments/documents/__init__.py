"""The documents of docs/protocol.md about tournaments: the one definition of each, for what builds
it, for what reads it, and for the schema.
"""
