"""The immutable model of a run; of depyf it imports `torch_text` only."""
