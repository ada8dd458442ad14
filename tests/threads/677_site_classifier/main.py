import torch
import torch.nn.functional as F

from config import SiteConfig
from data import batches
from model import SiteClassifier


def evaluate(model, config):
    hits = total = 0
    for tokens, labels in batches(config, 4, seed=99):
        hits += int((model(tokens).argmax(-1) == labels).sum())
        total += len(labels)
    return hits / total


def main():
    torch.manual_seed(11)
    config = SiteConfig()
    print(f"{config.depth}x{config.width} motifs {config.motif_sizes}")
    model = SiteClassifier(config)
    for block in model.blocks:
        block.compile(backend="aot_eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=6e-3)
    for step, (tokens, labels) in enumerate(batches(config, 30)):
        loss = F.cross_entropy(model(tokens), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 9:
            print(f"step {step} loss {loss.item():.3f}")
    print(f"accuracy {evaluate(model, config):.3f}")


if __name__ == "__main__":
    main()
