import torch
import torch.nn.functional as F

from blocks import Decoder
from corpus import batches, perplexity


def train(model, steps):
    compiled = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    generator = torch.Generator().manual_seed(2)
    history = []
    for tokens, target in batches(steps, generator):
        logits = compiled(tokens)
        loss = F.cross_entropy(logits.flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(float(loss))
    return history


def main():
    torch.manual_seed(0)
    model = Decoder()
    history = train(model, 20)
    print("first %.3f last %.3f" % (history[0], history[-1]))
    print("perplexity %.2f" % perplexity(history[-1]))
    print("norm %.3f" % float(model.out.weight.norm()))


if __name__ == "__main__":
    main()
