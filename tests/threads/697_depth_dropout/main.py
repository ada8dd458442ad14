import torch

from model import Tagger, count_parameters
from schedule import DepthSchedule

VOCAB, TAGS, STEPS = 64, 5, 14


def corpus(generator, size=16, length=20):
    tokens = torch.randint(0, VOCAB, (size, length), generator=generator)
    return tokens, (tokens * 7 + 3) % TAGS


def main():
    torch.manual_seed(8)
    model = Tagger(VOCAB, TAGS)
    loss_fn = torch.compile(model, backend="inductor")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    schedule = DepthSchedule(candidates=range(1, 5), rate=0.7, plateau=10, total=STEPS, seed=6)
    generator = torch.Generator().manual_seed(1)
    losses = []
    for step in range(STEPS):
        loss = loss_fn(*corpus(generator), schedule.draw(step))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"parameters {count_parameters(model)}")
    print(f"first {losses[0]:.4f} last {losses[-1]:.4f} mean {sum(losses) / STEPS:.4f}")


if __name__ == "__main__":
    main()
