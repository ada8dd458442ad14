import random

import torch
import torch.nn.functional as F

from model import PackedLM
from packing import Packer, fill_rate


def corpus(count, seed=4):
    rng = random.Random(seed)
    return [[rng.randrange(1, 40) for _ in range(rng.randint(4, 34))] for _ in range(count)]


def perplexity(logits, tokens):
    target = tokens[:, 1:].flatten()
    loss = F.cross_entropy(logits[:, :-1].flatten(0, 1), target, ignore_index=0)
    return loss.exp().item()


@torch.no_grad()
def main():
    torch.manual_seed(5)
    model = torch.compile(PackedLM().eval(), backend="inductor")
    packer = Packer(corpus(16), 48)
    scores, paddings = [], []
    for tokens, mask_mod, padding in packer.rows():
        scores.append(perplexity(model(tokens, mask_mod), tokens))
        paddings.append(padding)
    print("rows", len(scores), "fill", round(fill_rate(paddings, 48), 3))
    print("perplexity", round(sum(scores) / len(scores), 3))


if __name__ == "__main__":
    main()
