import torch

from runtime import reproducible_reductions


def crps(ens: torch.Tensor, obs: torch.Tensor) -> torch.Tensor:
    skill = (ens - obs[:, None]).abs().mean(1)
    spread = (ens[:, :, None] - ens[:, None, :]).abs().mean((1, 2))
    return skill - 0.5 * spread


class ScoreBoard:
    def __init__(self, stable: bool = True):
        self.stable = stable
        self.rows: list[dict[str, float]] = []

    def evaluate(self, model, batches) -> dict[str, float]:
        total, hits, n = 0.0, 0.0, 0
        model.eval()
        with torch.no_grad(), reproducible_reductions(self.stable):
            for past, future in batches:
                ens = model.sample(past)
                total += crps(ens, future).sum().item()
                low, high = ens.amin(1), ens.amax(1)
                hits += ((future >= low) & (future <= high)).float().sum().item()
                n += future.numel()
        model.train()
        self.rows.append({"crps": total / n, "coverage": hits / n})
        return self.rows[-1]
