"""Decoding with a cache of fixed size (transformers#32227: the stride of position_ids)."""
import torch

from cache import StaticCache
from inputs import Prompt
from model import Attention


@torch.compile(backend="eager")
def sharpened(logits, temperature):
    return (logits / temperature).softmax(-1)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    model = Attention(vocab=20, dim=8)
    decode = torch.compile(model, backend="eager", fullgraph=True)
    cache = StaticCache(batch=2, longest=12, dim=8)
    prompt = Prompt(torch.randint(1, 20, (2, 4)), torch.tensor([[0, 1, 1, 1], [1, 1, 1, 1]]))
    temperature = torch.tensor(0.7)
    for _ in range(6):
        tokens, positions, slot = prompt.step()
        probs = sharpened(decode(tokens, positions, slot, cache.keys, cache.values), temperature)
        prompt.append(probs.argmax(-1))
    print(prompt.tokens[:, 4:].tolist(), f"{probs.max().item():.4f}")


if __name__ == "__main__":
    main()
