import torch

from losses import QuantileSpec, build_criteria, coverage, mean_absolute
from tabular import QuantileEnsemble, TabularNet

SPECS = [
    QuantileSpec("p10", 0.1),
    QuantileSpec("p50", 0.5),
    QuantileSpec("p90", 0.9, delta=0.1),
    QuantileSpec("p97", 0.97, delta=0.1, weight=2.0),
]
CARDS = (6, 4)


def rents(rows: int, gen: torch.Generator):
    num = torch.randn(rows, 3, generator=gen)
    cat = torch.stack([torch.randint(0, c, (rows,), generator=gen) for c in CARDS], dim=1)
    noise = torch.randn(rows, generator=gen) * (0.3 + 0.1 * cat[:, 0])
    return num, cat, num[:, 0] - 0.5 * num[:, 1] + 0.2 * cat.sum(1) + noise


def main(batches: int = 20):
    torch.manual_seed(2)
    gen = torch.Generator().manual_seed(5)
    model = QuantileEnsemble(build_criteria(SPECS), lambda: TabularNet(CARDS, 3), lr=0.02, backend="eager")
    for step in range(batches):
        logs = model.fit_batch(*rents(128, gen))
        if step % 10 == 9:
            print(f"step {step} " + " ".join(f"{k}={v:.4f}" for k, v in logs.items()))
    num, cat, target = rents(512, gen)
    preds = model.predict(num, cat)
    print(f"mae {mean_absolute(preds['p50'], target):.3f} cover {coverage(preds['p10'], preds['p90'], target):.3f}")


if __name__ == "__main__":
    main()
