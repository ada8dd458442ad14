import torch
import torch.nn.functional as F

from batches import VOCAB, batches
from model import TinyLM


def train_step(compiled, optimizer, tokens, positions):
    logits = compiled(tokens, positions)
    keep = positions[:, 1:] != 0
    losses = F.cross_entropy(logits[:, :-1].transpose(1, 2), tokens[:, 1:], reduction="none")
    loss = (losses * keep).sum() / keep.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(11)
    model = TinyLM(VOCAB, width=32, heads=4, layers=2)
    compiled = torch.compile(model, backend="inductor")
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    losses = [train_step(compiled, optimizer, t, p) for t, p in batches(12, 40)]
    print("first loss %.2f" % losses[0])
    print("mean of last four %.2f" % (sum(losses[-4:]) / 4))


if __name__ == "__main__":
    main()
