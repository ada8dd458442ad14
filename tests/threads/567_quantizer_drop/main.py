import math
import random

import torch

from codec import Codec, bitrate


def tones(batch, width, generator):
    phase = torch.rand(batch, 1, generator=generator) * 2 * math.pi
    pitch = torch.rand(batch, 1, generator=generator) * 3 + 1
    grid = torch.linspace(0, 1, width)
    return torch.sin(2 * math.pi * pitch * grid + phase)


def main():
    random.seed(11)
    torch.manual_seed(11)
    generator = torch.Generator().manual_seed(5)
    codec = Codec()
    objective = torch.compile(codec.loss, backend="aot_eager")
    optimizer = torch.optim.Adam(codec.parameters(), lr=3e-3)
    history = []
    for _ in range(20):
        frames = tones(32, 16, generator)
        loss = objective(frames)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    codec.eval()
    with torch.no_grad():
        restored, _ = codec(tones(64, 16, generator))
    print("bitrate", bitrate(codec))
    print("first loss %.4f  last loss %.4f" % (history[0], history[-1]))
    print("restored spread %.4f" % restored.std().item())


if __name__ == "__main__":
    main()
