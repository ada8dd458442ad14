import torch


class EventReader:
    def __init__(self, counts, slots, width, seed):
        self.counts = counts
        self.slots = slots
        self.width = width
        self.gen = torch.Generator().manual_seed(seed)

    def __iter__(self):
        for hits in self.counts:
            event = torch.zeros(self.slots, self.width)
            event[:hits] = torch.randn(hits, self.width, generator=self.gen)
            yield hits, event


def pooled(features, hits):
    return features[:hits].mean(0)
