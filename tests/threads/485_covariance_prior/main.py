import torch

from model import CovarianceForecaster
from prior import ShrinkagePrior
from series import returns, windows


def fit(model, data, epochs=6, lr=0.05):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    objective = torch.compile(model.loss, backend="aot_eager", fullgraph=True)
    curve = []
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = objective(*data)
        loss.backward()
        optimizer.step()
        curve.append(round(loss.item(), 4))
    return curve


def main():
    torch.manual_seed(0)
    model = CovarianceForecaster(4, ShrinkagePrior(4))
    print(fit(model, windows(returns(240, 4), 20)))
    print("df", round(model.prior.degrees().item(), 4))


if __name__ == "__main__":
    main()
