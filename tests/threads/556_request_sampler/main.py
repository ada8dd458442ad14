import torch

from engine import Engine
from lm import TinyLM
from requests_log import backlog


def distinct(tokens):
    return len(set(tokens)) / len(tokens)


def main():
    torch.manual_seed(4)
    engine = Engine(TinyLM().eval(), seed=9)
    for request in backlog():
        tokens = engine.complete(request)
        print(f"{request.name:6s} distinct {distinct(tokens):.2f}", tokens)


if __name__ == "__main__":
    main()
