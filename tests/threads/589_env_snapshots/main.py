import torch

from agent import Controller, perturbed, rollout_cost
from state import reset


@torch.no_grad()
def search(controller, objective, generator, rounds, scale=0.3):
    best = torch.nn.utils.parameters_to_vector(controller.parameters()).clone()
    history = []
    for _ in range(rounds):
        start = reset(32, generator)
        base, _ = objective(perturbed(controller, best), start, 6)
        trial = best + scale * torch.randn(best.shape, generator=generator)
        cost, _ = objective(perturbed(controller, trial), start, 6)
        if cost < base:
            best = trial
        history.append(min(cost.item(), base.item()))
    return best, history


def main():
    torch.manual_seed(2)
    generator = torch.Generator().manual_seed(9)
    controller = Controller(width=16)
    objective = torch.compile(rollout_cost, backend="eager")
    best, history = search(controller, objective, generator, rounds=12)
    with torch.no_grad():
        cost, final = objective(perturbed(controller, best), reset(32, generator), 6)
    print("cost", round(history[0], 5), round(history[-1], 5), round(cost.item(), 5))
    print("angle", round(final.angle.abs().mean().item(), 4))
    print("keys", sorted(final.as_dict()))


if __name__ == "__main__":
    main()
