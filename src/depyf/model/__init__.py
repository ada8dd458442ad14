"""The immutable model of a run, which only depends on `torch_text` and `reading`."""
