"""A text-conditioned generator which keeps prompt embeddings between requests."""
import torch

from generator import Generator
from prompts import PromptEncoder

REQUESTS = ["red fox", "<style>", "blue sky", "red fox", "<style>", "blue sky"]


def main():
    torch.manual_seed(0)
    encoder = PromptEncoder(width=24)
    encoder.learn("<style>", steps=3)
    net = Generator(width=24, out=10).eval()
    render = torch.compile(net)
    noise = torch.randn(1, 10)
    with torch.no_grad():
        for prompt in REQUESTS:
            out = render(noise, encoder(prompt))
            print(f"{prompt:8s} mean {out.mean().item():.5f}  max {out.max().item():.5f}")
    print("encoded", encoder.misses, "kept", len(encoder.cache))


if __name__ == "__main__":
    main()
