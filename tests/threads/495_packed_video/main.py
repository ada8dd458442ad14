import torch

from model import VideoDiT, count_parameters, euler_sample
from packing import compute_packed_indices, describe, text_mask

MAX_TOKENS = 24
NUM_VISUAL = 40
PROMPTS = [
    "a red fox runs over fresh snow",
    "slow pan across a harbour at dusk with fishing boats",
    "macro shot of rain on a leaf",
    "two children fly a kite on a wide empty beach in autumn",
    "city street timelapse at night",
]


def encode(prompt, dim):
    words = prompt.split()[:MAX_TOKENS]
    gen = torch.Generator().manual_seed(sum(map(ord, prompt)))
    emb = torch.zeros(MAX_TOKENS, dim)
    emb[: len(words)] = torch.randn(len(words), dim, generator=gen)
    return emb, len(words)


def main():
    torch.manual_seed(0)
    model = VideoDiT().eval()
    sigmas = torch.linspace(1.0, 0.0, 5)
    print("parameters", count_parameters(model))
    compiled = torch.compile(model, backend="eager", dynamic=False)
    for prompt in PROMPTS:
        cond, used = encode(prompt, 32)
        y = torch.stack([cond, torch.zeros_like(cond)])
        packed = compute_packed_indices(text_mask([used, 0], MAX_TOKENS), NUM_VISUAL)
        x = torch.randn(1, NUM_VISUAL, 32).repeat(2, 1, 1)
        video = euler_sample(compiled, x, y, packed, sigmas)
        print(describe(packed), f"{video.mean().item():.4f} {video.std().item():.4f}")


if __name__ == "__main__":
    main()
