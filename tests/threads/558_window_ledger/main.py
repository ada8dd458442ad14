import torch

from rec_metrics import Calibration, NormalizedEntropy
from traffic import ClickStream


def main():
    metrics = {"ne": NormalizedEntropy(window=8), "calibration": Calibration(window=8)}

    def update_all(pred, label, weight):
        for metric in metrics.values():
            metric.update(pred, label, weight)

    compiled = torch.compile(update_all, backend="inductor")
    stream = ClickStream(256, seed=3)
    for step in range(30):
        compiled(*stream.draw(drift=0.02 * step))
    for name, metric in metrics.items():
        lifetime, recent = metric.report()
        print(f"{name:12s} lifetime {lifetime:.5f}  window {recent:.5f}")


if __name__ == "__main__":
    main()
