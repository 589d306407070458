"""Forms of events: fields, presets, and what was typed as settings."""
