from torch import nn

from folds import decay_fold, energy, normalise


class EventSmoother(nn.Module):
    def __init__(self, features, hidden, decay=0.9):
        super().__init__()
        self.project = nn.Linear(features, hidden)
        self.score = nn.Linear(hidden, 1)
        self.decay = decay

    def forward(self, rows, window):
        rows = self.project(rows)
        summary = normalise(decay_fold(rows, window, self.decay))
        return self.score(summary).squeeze(-1), energy(summary)
