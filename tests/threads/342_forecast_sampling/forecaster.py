import torch
from torch import nn

from sampling import ScheduledSampling


class Encoder(nn.Module):
    def __init__(self, hidden: int):
        super().__init__()
        self.proj = nn.Linear(1, hidden)
        self.mix = nn.Linear(hidden, hidden)

    def forward(self, past: torch.Tensor) -> torch.Tensor:
        steps = torch.tanh(self.proj(past.unsqueeze(-1)))
        decay = torch.linspace(0.1, 1.0, past.size(1)).view(1, -1, 1)
        return torch.tanh(self.mix((steps * decay).mean(1)))


class Decoder(nn.Module):
    def __init__(self, hidden: int, sampling: ScheduledSampling):
        super().__init__()
        self.cell = nn.Linear(hidden + 1, hidden)
        self.out = nn.Linear(hidden, 1)
        self.sampling = sampling

    def forward(self, state, last, truth):
        preds = []
        for t in range(truth.size(1)):
            state = torch.tanh(self.cell(torch.cat([state, last.unsqueeze(-1)], dim=-1)))
            pred = self.out(state).squeeze(-1)
            preds.append(pred)
            last = truth[:, t] if self.sampling.use_truth() else pred
        return torch.stack(preds, dim=1)


class Forecaster(nn.Module):
    def __init__(self, hidden: int, sampling: ScheduledSampling):
        super().__init__()
        self.encoder = Encoder(hidden)
        self.decoder = Decoder(hidden, sampling)

    def forward(self, past, truth):
        scale = past.abs().mean(1, keepdim=True) + 1e-3
        past, truth = past / scale, truth / scale
        return self.decoder(self.encoder(past), past[:, -1], truth) * scale
