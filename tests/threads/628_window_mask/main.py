import torch

from cache import build_cache
from model import Config, Decoder


def greedy(step, config, first, count):
    cache = build_cache(config, first.shape[0])
    tokens, picked, total = first, [], 0.0
    for i in range(count):
        logits = step(tokens, cache, torch.tensor([i]))
        tokens = logits.argmax(-1, keepdim=True)
        total += logits.logsumexp(-1).sum().item()
        picked.append(tokens[:, 0])
    return torch.stack(picked, 1), total


def main():
    torch.manual_seed(3)
    config = Config()
    model = Decoder(config).eval()
    step = torch.compile(model, backend="inductor")
    first = torch.tensor([[4], [9], [23]])
    with torch.no_grad():
        ids, total = greedy(step, config, first, 14)
    for row in ids.tolist():
        print(*row)
    print(f"mass {total:.3f}")


if __name__ == "__main__":
    main()
