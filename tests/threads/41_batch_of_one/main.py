"""Ranks of the tokens sampled, for as many requests as there are (vllm#38933)."""
import torch

from requests_queue import Queue
from sampler import Sampler


@torch.compile(backend="eager")
def next_logits(state, weight):
    return torch.tanh(state) @ weight


@torch.no_grad()
def main():
    torch.manual_seed(0)
    weight = torch.randn(6, 15)
    state = torch.randn(5, 6)
    queue = Queue(lengths=[2, 3, 5, 3, 1])
    sampler = Sampler()
    while queue.alive().any():
        logits = next_logits(state, weight)
        tokens = (logits * torch.linspace(0, 1, 15)).argmax(-1)
        ranks = sampler.ranks(logits, tokens, queue.alive())
        print(ranks.tolist())
        state = state + weight[:, tokens].T / 10
        queue.advance()


if __name__ == "__main__":
    main()
