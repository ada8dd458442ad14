import torch

from fit import Fitter
from forecaster import Forecaster
from series import WindowConfig, Windows, synthetic


def main():
    torch.manual_seed(2)
    cfg = WindowConfig()
    train = Windows(synthetic(12, 240, seed=1), cfg, torch.Generator().manual_seed(4))
    valid = Windows(synthetic(6, 240, seed=9), cfg)
    fitter = Fitter(Forecaster(cfg), train, valid)
    for epoch in range(4):
        loss = fitter.epoch()
        mse, score = fitter.validator.run().tolist()
        print(f"epoch {epoch} train {loss:.5f} valid mse {mse:.5f} mase {score:.5f}")


if __name__ == "__main__":
    main()
