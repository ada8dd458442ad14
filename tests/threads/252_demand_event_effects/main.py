import torch

from model import SeasonalLinear
from windows import DemandPanel, WindowLoader


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.forecast = torch.compile(model, backend="aot_eager")
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr)

    def epoch(self, loader):
        losses = []
        for window in loader:
            self.optimizer.zero_grad()
            prediction = self.forecast(window.history, window.events)
            loss = torch.nn.functional.smooth_l1_loss(prediction, window.target)
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return sum(losses) / len(losses)


def main():
    torch.manual_seed(2)
    loader = WindowLoader(DemandPanel(seed=2))
    model = SeasonalLinear(loader.context, loader.horizon)
    trainer = Trainer(model)
    for epoch in range(2):
        print(f"epoch {epoch} loss {trainer.epoch(loader):.6f}")
    for kind, effect in model.events.effect.items():
        print(f"{kind:9s} effect {effect.mean().item():+.5f}")


if __name__ == "__main__":
    main()
