import torch


class Metadata:
    """All that the scheduler knows of a batch."""

    def __init__(self, lengths):
        self.lengths = lengths
        self.request_ids = [f"r{i}" for i, _ in enumerate(lengths)]
        self.groups = torch.repeat_interleave(torch.arange(len(lengths)), torch.tensor(lengths))
        self.positions = torch.cat([torch.arange(n) for n in lengths])
        self.ends = torch.tensor(lengths).cumsum(0)
