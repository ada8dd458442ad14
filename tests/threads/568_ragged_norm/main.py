import torch
import torch.nn.functional as F

from encoder import VisitEncoder
from ragged import describe
from visits import collate, make_patients


def train(model, forward, batch, steps):
    values, offsets, target = batch
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for _ in range(steps):
        loss = F.mse_loss(forward(values, offsets), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(3)
    generator = torch.Generator().manual_seed(8)
    batch = collate(make_patients(10, 6, generator))
    model = VisitEncoder(6)
    forward = torch.compile(model, backend="inductor", fullgraph=True)
    losses = train(model, forward, batch, 12)
    shortest, longest = describe(batch[1])
    print("visits from", shortest, "to", longest)
    print("loss %.4f -> %.4f" % (losses[0], losses[-1]))
    print("rows", batch[0].shape[0])


if __name__ == "__main__":
    main()
