import torch


def karras(steps, low=0.05, high=8.0, rho=5.0):
    ramp = torch.linspace(0, 1, steps)
    sigmas = (high ** (1 / rho) + ramp * (low ** (1 / rho) - high ** (1 / rho))) ** rho
    return torch.cat([sigmas, torch.zeros(1)])


class Levels:
    def __init__(self, steps):
        self.sigmas = karras(steps)

    def __len__(self):
        return len(self.sigmas) - 1

    def pairs(self):
        return [(self.sigmas[i], self.sigmas[i + 1]) for i in range(len(self))]
