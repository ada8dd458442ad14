import torch
import torch.nn.functional as F

from model import TinyLM
from schedule import ReachSchedule, learning_rate


def sample(batch, length, vocab, generator):
    start = torch.randint(0, vocab, (batch, 1), generator=generator)
    stride = torch.randint(1, 4, (batch, 1), generator=generator)
    return (start + stride * torch.arange(length + 1)) % vocab


def train(model, steps=40, length=32):
    compiled = torch.compile(model, backend="inductor")
    schedule = ReachSchedule(model.blocks, first=4, last=28, steps=steps)
    optimizer = torch.optim.Adam(model.parameters())
    generator = torch.Generator().manual_seed(1)
    losses = []
    for step in range(steps):
        schedule.update(step)
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, steps)
        tokens = sample(16, length, 32, generator)
        logits = compiled(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(9)
    model = TinyLM()
    losses = train(model)
    print("first", round(losses[0], 3), "middle", round(losses[20], 3), "last", round(losses[-1], 3))
    print("parameters", sum(p.numel() for p in model.parameters()))


if __name__ == "__main__":
    main()
