"""A length regulator as speech synthesis has it (pytorch#94414: nonzero, repeat_interleave)."""
import torch
import torch.nn as nn

from regulator import regulate


class Synthesizer(nn.Module):
    def __init__(self, dim=8, frames=16):
        super().__init__()
        self.embed = nn.Embedding(20, dim)
        self.encoder = nn.Linear(dim, dim)
        self.decoder = nn.Linear(dim, 4)
        self.frames = frames

    def forward(self, phonemes, durations):
        h = torch.relu(self.encoder(self.embed(phonemes)))
        return self.decoder(regulate(h, durations, self.frames))


@torch.compile(backend="eager")
def spectral_loss(pred, target):
    return (pred - target).abs().mean() + (pred - target).square().mean().sqrt()


@torch.compile(backend="eager")
def quantize_durations(logits):
    return logits.exp().round().clamp(1, 4).long()


def main():
    torch.manual_seed(0)
    model = Synthesizer()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(4):
        phonemes = torch.randint(0, 20, (2, 5))
        durations = quantize_durations(torch.randn(2, 5))
        loss = spectral_loss(net(phonemes, durations), torch.randn(2, 16, 4))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
