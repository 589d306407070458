"""What leaves the engine: facts as JSON, what a viewer may see of them, positions as text."""
