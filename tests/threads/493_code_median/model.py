from torch import nn

from robust import standardise


class FaultScorer(nn.Module):
    def __init__(self, channels, hidden=16):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(channels, hidden), nn.SiLU(), nn.Linear(hidden, 1)
        )

    def forward(self, codes, alive):
        features = standardise(codes, alive).float()
        return self.net(features).squeeze(-1).sigmoid()
