import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self, vocab, width):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.head = nn.Linear(width, 5)

    def forward(self, tokens):
        x, _ = self.lstm(self.embed(tokens))
        return self.head(x).log_softmax(-1)


def main():
    torch.manual_seed(0)
    model = torch.compile(Tagger(50, 16), backend="eager")
    for _ in range(3):
        y = model(torch.randint(0, 50, (2, 7)))
    print(tuple(y.shape))


main()
