import torch

from denoiser import Denoiser
from schedule import cosine_schedule
from solver import MultistepSolver


def sample(model, solver, shape, seed):
    gen = torch.Generator().manual_seed(seed)
    x = torch.randn(shape, generator=gen)
    solver.begin()
    for level in solver.levels():
        x = solver.step(model, x, level)
    return x


def main():
    torch.manual_seed(2)
    model = Denoiser(channels=3, width=12).eval()
    solver = MultistepSolver(cosine_schedule(steps=9))
    solver.advance = torch.compile(solver.advance, backend="eager")
    with torch.no_grad():
        for name, batch in (("preview", 2), ("final", 4)):
            image = sample(model, solver, (batch, 3, 8, 8), seed=batch)
            print(f"{name} mean {image.mean().item():.6f} std {image.std().item():.6f}")


if __name__ == "__main__":
    main()
