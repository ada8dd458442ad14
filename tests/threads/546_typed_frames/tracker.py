import torch
from torch import nn

from cell import TrackerCell


class Tracker(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.cell = TrackerCell(settings.features, settings.hidden, settings.decay)
        self.out = nn.Linear(settings.hidden, 2)

    def forward(self, frame, hidden, energy):
        state = self.cell.advance(frame, hidden, energy)
        return self.out(state.hidden), state.hidden, state.energy


def follow(step, model, clip):
    hidden, energy = model.cell.start(clip.shape[0])
    track = []
    for frame in clip.unbind(dim=1):
        point, hidden, energy = step(frame, hidden, energy)
        track.append(point)
    return torch.stack(track, dim=1), energy
