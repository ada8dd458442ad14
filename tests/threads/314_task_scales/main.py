import torch

from balance import BalanceConfig, LabelBudget, TaskBalancer
from heads import AssayModel, MultiTaskLoss

TASKS = ("solubility", "clearance", "binding", "toxicity")


class Trainer:
    def __init__(self, model, budget, lr=0.05):
        self.budget = budget
        self.balancer = TaskBalancer(TASKS, BalanceConfig())
        self.criterion = torch.compile(MultiTaskLoss(model, self.balancer), backend="aot_eager")
        self.optimizer = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)

    def step(self, index, x, targets):
        ready = self.budget.released(index)
        masks = {name: torch.full((len(x),), float(name in ready)) for name in TASKS}
        total, raw = self.criterion(x, targets, masks)
        self.optimizer.zero_grad()
        total.backward()
        self.optimizer.step()
        self.balancer.observe(raw, masks)
        return total.item()


def make_batch(generator, mixing, size=32):
    x = torch.randn(size, mixing.shape[0], generator=generator)
    y = torch.tanh(x @ mixing) * torch.tensor([1.0, 3.0, 0.5, 2.0])
    return x, dict(zip(TASKS, y.unbind(-1)))


def main():
    torch.manual_seed(17)
    generator = torch.Generator().manual_seed(2)
    mixing = torch.randn(16, len(TASKS), generator=generator) / 4.0
    trainer = Trainer(AssayModel(TASKS), LabelBudget(TASKS, start=1, every=4))
    for index in range(16):
        loss = trainer.step(index, *make_batch(generator, mixing))
        if index % 2:
            print(f"step {index:2d} loss {loss:.5f} {trainer.balancer.summary()}")


if __name__ == "__main__":
    main()
