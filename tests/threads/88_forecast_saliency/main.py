import torch

from attribution import saliency
from forecaster import Forecaster
from windows import load_windows


def window_loss(model, window):
    mean, log_scale = model(window.past, window.calendar)
    return model.nll(mean, log_scale, window.future)


def main():
    torch.manual_seed(31)
    windows = load_windows(count=5, batch=8, past=24, horizon=6)
    model = Forecaster(past=24, horizon=6, hidden=32)
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    step = torch.compile(window_loss, backend="aot_eager")
    for epoch in range(3):
        total = torch.zeros(())
        for window in windows:
            loss = step(model, window)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.detach()
        report = saliency(model, windows[epoch])
        print(f"epoch {epoch} nll {total.item():.5f} recent {report['recent']:.5f} old {report['old']:.5f}")


if __name__ == "__main__":
    main()
