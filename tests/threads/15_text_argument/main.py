"""A classifier of short texts (pytorch#100455: L['texts'] == '...')."""
import torch
import torch.nn as nn

from text import VOCABULARY, character_ids

TEXTS = ["a red kite", "stormy", "tea, please", "no", "of summer days", "kites"]


class TextClassifier(nn.Module):
    def __init__(self, dim=8, classes=3):
        super().__init__()
        self.embed = nn.Embedding(VOCABULARY, dim)
        self.fc = nn.Linear(dim, classes)

    def encode(self, text):
        return self.embed(character_ids(text))

    def forward(self, text):
        return self.fc(torch.tanh(self.encode(text)).sum(0))


@torch.compile(backend="eager")
def nll(logits, label):
    return -logits.log_softmax(-1)[label]


@torch.compile(backend="eager")
def smooth(total, value):
    return 0.8 * total + 0.2 * value


def main():
    torch.manual_seed(0)
    model = TextClassifier()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    total = torch.tensor(1.0)
    for text in TEXTS:
        loss = nll(net(text), torch.tensor([len(text) % 3]))
        opt.zero_grad()
        loss.sum().backward()
        opt.step()
        total = smooth(total, loss.detach().sum())
    print(f"{total.item():.4f}")


if __name__ == "__main__":
    main()
