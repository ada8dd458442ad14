"""Forecast the load of six feeders, window by window; windows differ in length."""
import torch

from batcher import Batcher
from forecaster import Forecaster
from service import Service


def main():
    torch.manual_seed(23)
    service = Service(Forecaster(streams=6, features=3, width=12), backend="aot_eager")
    for batch in Batcher(streams=6, features=3, lengths=(9, 12, 7, 15)):
        out = service.forecast(batch)
        print(f"T={batch.shape[1]:2d} mean {out.mean().item():.5f} peak {out.max().item():.5f}")
    print("mode", service.mode)


if __name__ == "__main__":
    main()
