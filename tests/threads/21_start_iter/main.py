"""A reconstruction whose tensors start to be optimized one after the other (ptyrad#13)."""
import torch

from optimizable import Optimizable


def simulate(t):
    phase = torch.fft.fft2(t["obj"] * t["probe"]).abs()
    return phase * (1 + t["tilt"]) + t["offset"]


@torch.compile(backend="eager")
def poisson_loss(model, data):
    return (model - data * (model.clamp(min=1e-3)).log()).mean()


@torch.compile(backend="eager")
def roughness(x):
    return (x[1:] - x[:-1]).square().mean() + (x[:, 1:] - x[:, :-1]).square().mean()


def main():
    torch.manual_seed(0)
    tensors = {
        "obj": torch.ones(8, 8) + 0.1 * torch.rand(8, 8),
        "probe": torch.rand(8, 8),
        "tilt": torch.zeros(8, 8),
        "offset": torch.full((8, 8), 0.1),
    }
    state = Optimizable(tensors, start={"obj": 0, "probe": 2, "tilt": 4, "offset": 5}, lr=0.01)
    model = torch.compile(simulate, backend="eager")
    data = torch.rand(8, 8) * 4
    for iteration in range(7):
        state.begin(iteration)
        loss = poisson_loss(model(state.tensors), data) + roughness(state.tensors["obj"])
        loss.backward()
        state.finish(iteration)
        print(iteration, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
