import torch

from captioner import Captioner


def clip(gen, frames=20, width=24):
    t = torch.arange(frames)[:, None] / frames
    wave = torch.sin(6.28 * t * torch.arange(1, width + 1))
    return (wave + torch.randn(frames, width, generator=gen))[None]


def agreement(a, b):
    return (a.argmax(-1) == b.argmax(-1)).float().mean().item()


@torch.no_grad()
def main():
    torch.manual_seed(9)
    gen = torch.Generator().manual_seed(10)
    model = Captioner().eval()
    caption = torch.compile(model, backend="eager")
    tokens = torch.randint(0, 30, (1, 8), generator=gen)
    previous, energies, same = None, [], []
    for _ in range(4):
        logits, energy = caption(tokens, clip(gen))
        if previous is not None:
            same.append(agreement(previous, logits))
        previous = logits
        energies.append(energy)
    print("kept", len(energies[0]))
    print("energy", round(torch.stack(energies).mean().item(), 4))
    print("agreement", round(sum(same) / len(same), 3))


if __name__ == "__main__":
    main()
