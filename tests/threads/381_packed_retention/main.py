import random

import torch
import torch.nn.functional as F

from packing import pack
from retention import RetentionConfig, RetentionLM


def documents(rng, budget, count, vocab):
    cuts = sorted(rng.sample(range(4, budget - 4), count - 1))
    sizes = [b - a for a, b in zip([0] + cuts, cuts + [budget])]
    return [[rng.randrange(vocab) for _ in range(n)] for n in sizes]


def main():
    torch.manual_seed(7)
    rng = random.Random(7)
    cfg = RetentionConfig()
    model = RetentionLM(cfg)
    step_fn = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for step in range(5):
        ids, cu_seqlens = pack(documents(rng, 96, 4, cfg.vocab_size))
        logits = step_fn(ids, cu_seqlens)
        loss = F.cross_entropy(logits[:-1], ids[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} docs {cu_seqlens.numel() - 1} loss {loss.item():.5f}")
    print(f"norm {sum(p.norm().item() for p in model.parameters()):.4f}")


if __name__ == "__main__":
    main()
