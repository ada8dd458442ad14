import torch
import torch.nn.functional as F

from loader import batches
from model import FactorizationMachine


def train(steps=7, size=32, lr=0.05):
    torch.manual_seed(3)
    model = FactorizationMachine()
    scorer = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=lr)
    for step, (ids, labels) in enumerate(batches(steps, size, seed=11)):
        loss = F.binary_cross_entropy_with_logits(scorer(ids), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.item():.4f}")
    return model


if __name__ == "__main__":
    trained = train()
    print("offset", round(trained.offset.item(), 4))
