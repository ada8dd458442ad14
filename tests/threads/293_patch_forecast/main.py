import torch

from forecaster import Forecaster, PatchDecoder


def main():
    torch.manual_seed(21)
    t = torch.arange(48) / 12.0
    series = torch.stack([torch.sin(t) + 0.1 * t, torch.cos(2 * t), t.sqrt()])
    forecaster = Forecaster(PatchDecoder().eval())
    for horizon in (24, 40):
        pred = forecaster.predict(series, horizon)
        print(horizon, tuple(pred.shape), f"{pred.mean():.5f} {pred.std():.5f} {pred[1, -1]:.5f}")


if __name__ == "__main__":
    main()
