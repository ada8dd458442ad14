import torch
import torch.nn.functional as F

from rowwise import RowwiseAdagrad
from schedule import WarmupDecay
from table import Ranker


def clicks(batch, generator):
    users = torch.randint(0, 50, (batch, 3), generator=generator)
    items = torch.randint(0, 50, (batch, 3), generator=generator)
    labels = ((users.sum(1) + items.sum(1)) % 2).float()
    return users, items, labels


def main():
    torch.manual_seed(6)
    generator = torch.Generator().manual_seed(2)
    model = Ranker()
    optimizer = RowwiseAdagrad(model.parameters(), WarmupDecay(0.1, warmup=5, total=14))
    users, items, labels = clicks(128, generator)
    losses = []
    for _ in range(12):
        loss = F.binary_cross_entropy_with_logits(model(users, items), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("steps", optimizer.schedule.step_index)
    print("loss %.4f -> %.4f" % (losses[0], losses[-1]))
    print("users norm %.3f" % model.users.weight.norm().item())


if __name__ == "__main__":
    main()
