"""Pick P/S arrivals in three-component seismograms."""
import torch

from catalog import synthetic_catalog
from config import PickerConfig
from loader import window_batches
from network import Picker
from runtime import guarded_compile


def decode(prob, threshold=0.3):
    """Sample index of the most likely P arrival and how many windows pass."""
    p = prob[:, 1]
    peak, where = p.max(-1)
    return where, int((peak > threshold).sum())


def main():
    torch.manual_seed(4)
    cfg = PickerConfig()
    net = Picker(cfg).eval()
    windows = synthetic_catalog(n=32, length=cfg.length, seed=9)
    run = guarded_compile(net, example=next(window_batches(windows, cfg)))

    picks, passed = [], 0
    with torch.no_grad():
        for batch in window_batches(windows, cfg):
            where, n = decode(run(batch))
            picks.append(where)
            passed += n
    picks = torch.cat(picks)
    print(f"windows={len(picks)} passed={passed} mean_pick={picks.float().mean():.2f}")


if __name__ == "__main__":
    main()
