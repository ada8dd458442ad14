import sys

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader

from collate import Collate
from corpus import WORDS, by_length, sentences
from runtime import Runtime
from tagger import Tagger


def main():
    torch.manual_seed(1)
    pairs = by_length(sentences(48, longest=24))
    loader = DataLoader(pairs, batch_size=8, collate_fn=Collate())
    model = Tagger(len(WORDS) + 1)
    run = Runtime(model, backend="aot_eager")
    opt = torch.optim.AdamW(model.parameters(), lr=0.01)
    for epoch in range(3):
        total = 0.0
        for words, tags in loader:
            loss = F.cross_entropy(run(words).flatten(0, 1), tags.flatten())
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(loader):.4f}")
    print(f"forward was {run.mode} {run.reason}".strip(), file=sys.stderr)


if __name__ == "__main__":
    main()
