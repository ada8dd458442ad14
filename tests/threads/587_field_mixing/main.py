import torch

from linsolve import condition
from mixing import AndersonMixer, linear_mixing
from scf import Chain, make_step


def warm_up(chain, mixer, field, rounds):
    for _ in range(rounds):
        residual = chain.residual(field)
        mixer.remember(field, residual)
        field = linear_mixing(field, residual)
    return field


def main():
    torch.manual_seed(0)
    chain = Chain(sites=14, filling=5, coupling=1.5)
    mixer = AndersonMixer(size=14)
    field = 0.1 * torch.rand(14, dtype=torch.float64)
    field = warm_up(chain, mixer, field, mixer.depth)
    print("condition", round(condition(mixer.residuals.mT), 2))
    step = torch.compile(make_step(chain, mixer), backend="eager", fullgraph=True)
    norms = []
    for _ in range(6):
        new_field, residual = step(field)
        mixer.remember(field, residual)
        field = new_field
        norms.append(residual.norm().item())
    print("residuals", [f"{n:.2e}" for n in norms[:4]])
    print("density", [round(v, 4) for v in chain.density(field)[:4].tolist()])
    print("particles", round(chain.density(field).sum().item(), 4))


if __name__ == "__main__":
    main()
