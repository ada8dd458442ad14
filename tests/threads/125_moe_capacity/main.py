"""Language-model-like mixture of experts, compiled block by block."""
import torch

from blocks import Backbone
from data import batches


def main():
    torch.manual_seed(17)
    net = Backbone(vocab=20, width=12, blocks=2, experts=3)
    for i, block in enumerate(net.blocks):
        net.blocks[i] = torch.compile(block, backend="aot_eager")
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for it, (tok, nxt) in enumerate(batches(4)):
        logits = net(tok)
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), nxt.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"it {it} loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
