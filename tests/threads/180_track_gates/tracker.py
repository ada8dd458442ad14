import torch


class Tracker:
    def __init__(self):
        self.tracks = []
        self._by_label = {}

    def open(self, track):
        self.tracks.append(track)
        self._by_label[track.label] = track

    def find(self, label):
        return self._by_label[label]

    def update(self, plots):
        for track, plot in zip(self.tracks, plots):
            track.feed(plot)

    def error(self, truth):
        got = torch.stack([t.position() for t in self.tracks])
        return (got - truth).norm(dim=1).mean().item()

    def mean_variance(self):
        return torch.stack([t.cov.diagonal().mean() for t in self.tracks]).mean().item()
