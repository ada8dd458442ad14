import torch

from engine import Engine
from model import Decoder


def main():
    torch.manual_seed(4)
    engine = Engine(Decoder().eval())
    requests = [[5, 9, 2], [17, 3, 8, 44, 20], [33, 60]]
    tokens, logits = engine.generate(requests, steps=8)
    for prompt, row, last in zip(requests, tokens.tolist(), logits):
        print(f"{prompt} -> {row} best {last.max():.5f} spread {last.std():.5f}")


if __name__ == "__main__":
    main()
