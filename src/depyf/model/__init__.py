"""The immutable model of a run; it imports nothing else of depyf."""
