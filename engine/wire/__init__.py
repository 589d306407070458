"""The outer forms of the engine's values: facts and views as JSON, diagrams as text."""
