import torch
import torch.nn.functional as F

from attacks import PGD, AttackConfig, Identity
from classifier import SmallConvNet, input_gradient, make_batches


class Evaluator:
    def __init__(self, model, backend="aot_eager"):
        self.score = torch.compile(self._score, backend=backend)
        self.model = model

    def _score(self, x, y):
        logits = self.model(x)
        hits = (logits.argmax(dim=-1) == y).float().mean()
        top2 = logits.topk(2, dim=-1).values
        return hits, (top2[:, 0] - top2[:, 1]).mean(), F.cross_entropy(logits, y)

    def run(self, attack, batches):
        rows = []
        for x, y in batches:
            x = attack.perturb(x, y)
            with torch.no_grad():
                rows.append(torch.stack(self.score(x, y)))
        return torch.stack(rows).mean(dim=0)


def fit(model, batches, lr=0.2):
    opt = torch.optim.SGD(model.parameters(), lr=lr, momentum=0.9)
    for x, y in batches:
        loss = F.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    model = SmallConvNet()
    print(f"train loss {fit(model, make_batches(80, 32, seed=1)):.4f}")
    model.eval()

    evaluator = Evaluator(model)
    attacks = {
        "clean": Identity(),
        "pgd": PGD(input_gradient(model), AttackConfig(), seed=3),
        "weak": PGD(input_gradient(model), AttackConfig(steps=1, random_start=False), seed=3),
    }
    for name, attack in attacks.items():
        acc, margin, loss = evaluator.run(attack, make_batches(3, 32, seed=2)).tolist()
        print(f"{name:6s} acc {acc:.4f} margin {margin:.4f} loss {loss:.4f}")


if __name__ == "__main__":
    main()
