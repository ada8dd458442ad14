"""A whole training loop: warm-up schedule, clipping, compiled optimizer, EMA."""

import copy

import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self, vocab=100, width=32, layers=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(width, 4, 64, 0.1, "gelu", batch_first=True)
            for _ in range(layers)
        )
        self.head = nn.Linear(width, vocab)

    def forward(self, tokens):
        x = self.embed(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


@torch.no_grad()
def update_average(average, model, decay):
    for kept, new in zip(average.parameters(), model.parameters()):
        kept.lerp_(new, 1 - decay)


def main():
    torch.manual_seed(0)
    model = Encoder()
    average = copy.deepcopy(model)
    forward = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda n: (n + 1) / 10)

    @torch.compile(backend="eager")
    def step():
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()

    ema = torch.compile(update_average, backend="eager")
    for number in range(5):
        tokens = torch.randint(0, 100, (4, 16))
        logits = forward(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        step()
        optimizer.zero_grad()
        ema(average, model, min(0.99, (1 + number) / (10 + number)))
    forward.eval()
    with torch.no_grad():
        forward(torch.randint(0, 100, (4, 15)))
    print(f"{loss.item():.3f}")


main()
