import random

import torch

from engine import Engine
from model import WindowLM
from slots import Request


def make_requests(count, seed=4):
    rng = random.Random(seed)
    requests = []
    for uid in range(count):
        prompt = [rng.randrange(1, 64) for _ in range(rng.randint(3, 9))]
        requests.append(Request(uid, prompt, max_new=3 + 2 * (uid % 6)))
    return requests


def checksum(tokens):
    value = 0
    for token in tokens:
        value = (value * 31 + token) % 100003
    return value


def main():
    torch.manual_seed(21)
    model = WindowLM().eval()
    engine = Engine(model)
    done = engine.generate(make_requests(6))
    for request in done:
        print("request", request.uid, "tokens", len(request.output), "sum", checksum(request.output))
    print("steps", engine.runner.steps)


if __name__ == "__main__":
    main()
