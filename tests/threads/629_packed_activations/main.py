import torch

from blocks import Mixer
from storage import ActivationStore
from trainer import Trainer


def batches(count, batch=16):
    gen = torch.Generator().manual_seed(11)
    for _ in range(count):
        x = torch.randn(batch, 8, 12, generator=gen)
        y = (x.mean((1, 2)) * 20).round().clamp(-2, 2).long() + 2
        yield x, y


def main():
    torch.manual_seed(5)
    store = ActivationStore()
    model = Mixer(store)
    history = Trainer(model, store).fit(batches(6))
    for loss, norm in history:
        print(f"loss {loss:.4f} norm {norm:.4f}")
    print(f"weights {sum(p.abs().sum().item() for p in model.parameters()):.3f}")


if __name__ == "__main__":
    main()
