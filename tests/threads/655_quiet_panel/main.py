import torch

from console import banner, row
from judges import Panel


@torch.no_grad()
def judge_all(panel, batches):
    values, picks = [], []
    for batch in batches:
        value, pick = panel(batch)
        values.append(value)
        picks.append(pick)
    return torch.cat(values), torch.cat(picks)


def main():
    torch.manual_seed(9)
    panel = Panel().eval()
    ask = torch.compile(panel, backend="aot_eager")
    batches = [torch.randn(4, 6, 16) for _ in range(3)]
    values, picks = judge_all(ask, batches)
    banner("panel")
    row("score", values[:4].tolist())
    row("mean", [values.mean().item()])
    print("picks", picks.tolist())


if __name__ == "__main__":
    main()
