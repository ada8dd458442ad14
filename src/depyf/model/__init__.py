"""The immutable model of a run; it imports nothing of depyf but `torch_text`."""
