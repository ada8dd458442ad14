import torch

from cache import new_cache
from decoder import Decoder


def generate(model, prompt, steps):
    cache = new_cache(model, batch=prompt.shape[0], length=24)
    tokens = prompt
    pos = torch.arange(prompt.shape[1])
    current = prompt
    for _ in range(steps):
        logits = model(current, cache, pos)[:, -1]
        current = logits.argmax(-1, keepdim=True)
        tokens = torch.cat([tokens, current], dim=1)
        pos = pos[-1:] + 1
    return tokens, logits


def main():
    torch.manual_seed(100)
    model = Decoder(vocab=64, dim=16, heads=2, depth=10).eval()
    for block in model.blocks:
        block.compile(backend="eager", fullgraph=True)
    prompt = torch.randint(0, 64, (2, 5))
    with torch.no_grad():
        tokens, logits = generate(model, prompt, steps=6)
    print("tokens", tokens[:, 5:].tolist())
    print(f"logits {logits.mean().item():.6f} {logits.std().item():.6f}")


if __name__ == "__main__":
    main()
