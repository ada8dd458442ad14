import torch
from torch import nn


class MoveNet(nn.Module):
    def __init__(self, width=24, temperature=1.6):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(18, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.moves = nn.Linear(width, 9)
        self.temperature = temperature
        self.phase = "idle"

    def forward(self, planes):
        taken = planes.reshape(-1, 2, 9).sum(1) > 0
        logits = self.moves(self.body(planes))
        if self.phase.startswith("explore"):
            logits = logits / self.temperature
        return logits.masked_fill(taken, float("-inf")).softmax(-1)


class Player:
    def __init__(self, seed):
        torch.manual_seed(seed)
        self.net = MoveNet()
        self.predict = torch.compile(self.net, backend="eager")
        self.gen = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def choose(self, board, side):
        probs = self.predict(board.planes(side))[0]
        if self.net.phase.startswith("explore"):
            return int(torch.multinomial(probs, 1, generator=self.gen))
        return int(probs.argmax())
