"""Classify moving event patterns with a spiking network."""
import torch
from torch.nn.functional import cross_entropy

from neurons import SpikingCell


def event_stream(batch, steps, width):
    labels = torch.randint(0, 3, (batch,))
    start = torch.randint(0, width, (batch,))
    pos = (start + torch.arange(steps)[:, None] * (labels - 1)) % width
    frames = torch.nn.functional.one_hot(pos, width).float()
    return frames + 0.5 * (torch.rand_like(frames) < 0.05), labels


class Runner:
    def __init__(self, cell, backend="aot_eager"):
        self.cell = cell
        self.step = torch.compile(cell, backend=backend)

    def __call__(self, frames):
        state = self.cell.initial(frames.shape[1])
        rate, potential = 0.0, 0.0
        for frame in frames:
            spk, state = self.step(frame, state)
            rate = rate + spk.detach().mean()
            potential = potential + state[1]
        return potential / len(frames), rate / len(frames)


def main():
    torch.manual_seed(8)
    runner = Runner(SpikingCell(12, 32, 3, surrogate="atan"))
    opt = torch.optim.Adam(runner.cell.parameters(), lr=1e-2)
    frames, labels = event_stream(24, 8, 12)
    for it in range(4):
        logits, rate = runner(frames)
        loss = cross_entropy(logits, labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"iter {it}  loss {loss.item():.6f}  rate {rate.item():.4f}  beta {runner.cell.lif1.beta.item():.5f}")


if __name__ == "__main__":
    main()
