import torch

from engine import Engine
from model import Decoder


def checksum(tokens):
    return sum((i + 1) * t for i, t in enumerate(tokens)) % 9973


def main():
    torch.manual_seed(11)
    model = Decoder().eval()
    model.compile_blocks(backend="aot_eager")
    engine = Engine(model)
    for first in (4, 17):
        tokens, logits = engine.generate(first, 10)
        print("first", first, "tokens", tokens, "sum", checksum(tokens))
        print("top", round(logits.max().item(), 4))
    print("steps", engine.steps)


if __name__ == "__main__":
    main()
