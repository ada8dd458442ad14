from dataclasses import dataclass

import torch

from calendar_utils import parse_cycle, valid_times
from grid import LatLonGrid, initial_state
from model import StepModel


@dataclass
class RunConfig:
    cycle: str = "2024031118"
    step_hours: int = 6
    steps: int = 6
    nlat: int = 12
    nlon: int = 24


def main(cfg):
    torch.manual_seed(0)
    grid = LatLonGrid(cfg.nlat, cfg.nlon)
    step = torch.compile(StepModel(grid).eval(), backend="eager")
    state = initial_state(grid, channels=4)
    weights = grid.area_weights()
    with torch.no_grad():
        for when in valid_times(parse_cycle(cfg.cycle), cfg.step_hours, cfg.steps):
            state = step(state, when)
            means = (state * weights).mean((1, 2))
            print(when.isoformat(), " ".join(f"{m:.5f}" for m in means.tolist()))


if __name__ == "__main__":
    main(RunConfig())
