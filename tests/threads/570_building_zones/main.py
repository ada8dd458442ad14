import math

import torch

from building import Building
from simulator import Simulator


def weather(hours):
    time = torch.arange(hours, dtype=torch.float32)
    return 5.0 + 4.0 * torch.sin(2 * math.pi * time / 24)


def comfort(trace, low=17.0):
    return (trace[:, 0] > low).float().mean().item()


def main():
    torch.manual_seed(0)
    simulator = Simulator(Building())
    trace = simulator.run(weather(48), torch.tensor(55.0))
    print("air %.3f" % trace[-1, 0].item())
    print("water %.3f" % trace[-1, -1].item())
    print("comfort %.3f" % comfort(trace))


if __name__ == "__main__":
    main()
