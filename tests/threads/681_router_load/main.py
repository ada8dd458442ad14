import torch
import torch.nn.functional as F

from meter import LoadMeter
from model import LanguageModel


def batches(steps, vocab, generator):
    for _ in range(steps):
        start = torch.randint(0, vocab, (8, 1), generator=generator)
        stride = torch.randint(1, 4, (8, 1), generator=generator)
        yield (start + stride * torch.arange(17)) % vocab


def main():
    torch.manual_seed(0)
    vocab = 23
    meter = LoadMeter(4)
    model = LanguageModel(vocab, dim=32, depth=2, meter=meter)
    step = torch.compile(model, backend="aot_eager", fullgraph=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    generator = torch.Generator().manual_seed(1)
    for number, tokens in enumerate(batches(12, vocab, generator)):
        logits = step(tokens[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number % 4 == 3:
            share = meter.summary()
            print(f"step {number + 1} loss {loss.item():.4f} imbalance {meter.imbalance(share):.3f}")


if __name__ == "__main__":
    main()
