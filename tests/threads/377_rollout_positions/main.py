import random

import torch

from batching import Request, collate
from model import TinyPolicy
from rollout import RolloutWorker


def request_stream(rng, count):
    for _ in range(count):
        prompt = [rng.randint(1, 39) for _ in range(rng.randint(4, 12))]
        yield Request(prompt, max_new_tokens=rng.choice([5, 9, 14, 20]))


def main():
    torch.manual_seed(0)
    worker = RolloutWorker(TinyPolicy().eval())
    generator = torch.Generator().manual_seed(1)
    requests = list(request_stream(random.Random(4), 16))
    for start in range(0, len(requests), 2):
        batch = collate(requests[start:start + 2], width=12)
        tokens, logprobs = worker.generate(batch, generator)
        print(start // 2, tuple(tokens.shape), tokens[0, :5].tolist(), f"{logprobs.mean().item():.5f}")


if __name__ == "__main__":
    main()
