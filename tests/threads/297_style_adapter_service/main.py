import torch

from hub import AdapterManager
from layers import Denoiser

QUEUE = [("watercolor", 1.0), ("pixel", 0.8), ("watercolor", 0.5),
         ("lineart", 1.0), ("toy", 1.2), ("noir", 0.9), ("pixel", 1.0)]


class Service:
    def __init__(self, model, steps=3):
        self.model = model.eval()
        self.adapters = AdapterManager(model)
        self.step = torch.compile(model, backend="eager")
        self.times = torch.linspace(1.0, 0.0, steps)

    @torch.no_grad()
    def generate(self, name, strength, seed):
        self.adapters.activate(name, strength)
        x = torch.randn(6, 16, generator=torch.Generator().manual_seed(seed))
        for t in self.times:
            x = x - 0.3 * self.step(x, t)
        return x


def main():
    torch.manual_seed(0)
    service = Service(Denoiser())
    for i, (name, strength) in enumerate(QUEUE):
        out = service.generate(name, strength, seed=100 + i)
        print(f"{name:<11} mean {out.mean().item():+.4f} std {out.std().item():.4f}")


if __name__ == "__main__":
    main()
