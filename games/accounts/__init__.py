"""Accounts: how people sign up, play as guests, are called and leave, and the tokens that their
scripts sign in with.
"""
