import torch
import torch.nn.functional as F

from data import next_tokens, padded_batches
from model import Reader

VOCAB = 20


def main():
    torch.manual_seed(2)
    model = Reader(VOCAB)
    reader = torch.compile(model, backend="eager", fullgraph=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    losses = []
    for tokens, lengths in padded_batches(16, rows=6, width=10, vocab=VOCAB, seed=8):
        logits = reader(tokens, lengths)
        targets = next_tokens(tokens)
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=0)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("steps", len(losses))
    print("loss first %.4f last %.4f" % (losses[0], losses[-1]))


if __name__ == "__main__":
    main()
