import torch

from solver import BasinConfig, ShallowWater

RAIN = {0: 1.5, 3: 4.0, 5: 9.0}


def drop(cells: int, height: float, width: float) -> torch.Tensor:
    axis = torch.arange(cells, dtype=torch.float32) - cells / 2
    return height * torch.exp(-(axis[:, None] ** 2 + axis[None, :] ** 2) / width ** 2)


def energy(h, u, v, gravity: float) -> float:
    return (0.5 * h * (u.square() + v.square()) + 0.5 * gravity * h.square()).mean().item()


@torch.no_grad()
def main(frames: int = 8):
    cfg = BasinConfig()
    basin = ShallowWater(cfg)
    h = torch.ones(cfg.cells, cfg.cells)
    u, v = torch.zeros_like(h), torch.zeros_like(h)
    for index in range(frames):
        h = h + drop(cfg.cells, RAIN.get(index, 0.0), 3.0)
        h, u, v = basin.frame(h, u, v)
        print(f"frame {index} peak {h.max().item():.4f} energy {energy(h, u, v, cfg.gravity):.4f}")
    print(f"substeps {sum(basin.control.history)}")


if __name__ == "__main__":
    main()
