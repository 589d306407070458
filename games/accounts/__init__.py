"""Accounts: how people sign up, and the tokens that their scripts sign in with."""
