import random

import torch

from config import EngineConfig
from engine import Engine


def make_requests(cfg, count):
    rng = random.Random(3)
    return [[rng.randrange(1, cfg.vocab) for _ in range(rng.randint(4, 16))] for _ in range(count)]


def main():
    torch.manual_seed(0)
    cfg = EngineConfig()
    engine = Engine(cfg)
    engine.warmup()
    requests = make_requests(cfg, 10)
    total = 0.0
    for start in range(0, len(requests), cfg.slots):
        tokens, scores = engine.serve(requests[start:start + cfg.slots])
        total += sum(scores)
        print("batch", start // cfg.slots, tokens[0])
    print("mean log prob", round(total / len(requests), 4))


if __name__ == "__main__":
    main()
