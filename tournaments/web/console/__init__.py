"""The pages of directors."""
