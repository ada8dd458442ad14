import torch

from draft import DraftHead
from numbers_util import mean, percent


def batches(steps, size=6, length=12, vocab=40, dim=32):
    gen = torch.Generator().manual_seed(7)
    for _ in range(steps):
        tokens = torch.randint(0, vocab, (size, length), generator=gen)
        hidden = torch.randn(size, length, dim, generator=gen)
        target = (tokens * 3 + 1) % vocab
        mask = (torch.rand(size, length, generator=gen) < 0.85).float()
        yield tokens, hidden, target, mask


def main():
    torch.manual_seed(0)
    model = DraftHead()
    compiled = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-2)
    history = []
    for tokens, hidden, target, mask in batches(25):
        loss, rates = compiled(tokens, hidden, target, mask)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append((loss.item(), rates))
    print("loss %.3f -> %.3f" % (history[0][0], history[-1][0]))
    for depth in range(3):
        tail = mean(rates[depth] for _, rates in history[-5:])
        print("accept", depth, percent(tail))


if __name__ == "__main__":
    main()
