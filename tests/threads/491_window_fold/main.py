import torch

from plan import describe, plan_windows
from smoother import EventSmoother


def load_log(length=48, features=5):
    gen = torch.Generator().manual_seed(21)
    log = torch.randn(length, features, generator=gen).cumsum(dim=0) * 0.2
    marks = [0, 5, 14, 18, 29, 31, 40, 48]
    return log, marks


@torch.no_grad()
def main():
    torch.manual_seed(5)
    log, marks = load_log()
    windows = plan_windows(marks)
    model = EventSmoother(log.shape[1], 16).eval()
    score = torch.compile(model, backend="eager")
    scores = []
    for window in windows:
        value, power = score(log, window)
        scores.append((value.item(), power.item()))
    print("windows:", describe(windows))
    print("scores:", " ".join(f"{s:+.3f}" for s, _ in scores))
    print("energy: %.2f" % sum(p for _, p in scores))


if __name__ == "__main__":
    main()
