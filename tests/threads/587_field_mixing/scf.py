import torch


class Chain:
    def __init__(self, sites, filling, coupling):
        hop = -torch.ones(sites - 1, dtype=torch.float64)
        self.kinetic = torch.diag(hop, 1) + torch.diag(hop, -1)
        self.trap = 0.05 * (torch.arange(sites, dtype=torch.float64) - sites / 2) ** 2
        self.filling = filling
        self.coupling = coupling

    def density(self, field):
        ham = self.kinetic + torch.diag(self.trap + field)
        _, orbitals = torch.linalg.eigh(ham)
        return orbitals[:, : self.filling].pow(2).sum(-1)

    def residual(self, field):
        return self.coupling * self.density(field) - field


def make_step(chain, mixer):
    def step(field):
        residual = chain.residual(field)
        return mixer.mixed(field, residual), residual

    return step
