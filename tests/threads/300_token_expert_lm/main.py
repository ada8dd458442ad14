import torch
import torch.nn.functional as F

from moe import Model


def sequences(count, batch=4, length=13):
    gen = torch.Generator().manual_seed(2)
    for _ in range(count):
        start = torch.randint(0, 32, (batch, 1), generator=gen)
        step = torch.randint(1, 4, (batch, 1), generator=gen)
        yield (start + step * torch.arange(length)) % 32


def main():
    torch.manual_seed(0)
    model = Model()
    forward = torch.compile(model, backend="eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for step, ids in enumerate(sequences(8)):
        logits, aux = forward(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        (loss + 0.01 * aux).backward()
        optimizer.step()
        print(f"step {step} loss {loss.item():.4f} aux {aux.item():.4f}")


if __name__ == "__main__":
    main()
