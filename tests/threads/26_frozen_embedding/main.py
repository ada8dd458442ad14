"""Fine-tuning low-rank matrices in blocks compiled one by one (pytorch#141039, from torchtune)."""
import torch
import torch.nn as nn

from decoder import Decoder
from freeze import train_only


@torch.compile(backend="aot_eager")
def next_token_loss(logits, tokens):
    return nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten())


@torch.compile(backend="aot_eager")
def norm_of(tensors):
    return torch.stack([t.square().sum() for t in tensors]).sum().sqrt()


def main():
    torch.manual_seed(0)
    model = Decoder(vocab=20, dim=8, layers=3)
    trained = train_only(model, "down", "up")
    for block in model.blocks:
        block.compile(backend="aot_eager")
    opt = torch.optim.Adam(trained, lr=0.01)
    for _ in range(3):
        tokens = torch.randint(0, 20, (4, 7))
        loss = next_token_loss(model(tokens), tokens)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f} {norm_of([p.grad for p in trained]).item():.4f}")


if __name__ == "__main__":
    main()
