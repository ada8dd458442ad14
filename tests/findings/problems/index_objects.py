import torch


class Frames:
    def __init__(self, count):
        self.count = count

    def __index__(self):
        return self.count


class Trim(torch.nn.Module):
    def __init__(self, lead):
        super().__init__()
        self.lead = lead

    def forward(self, x):
        head = x[:, : self.lead].mean()
        return x[:, self.lead :] - head


def main():
    trim = torch.compile(Trim(Frames(2)), backend="eager", fullgraph=True)
    try:
        print(trim(torch.arange(10.0).reshape(2, 5)).tolist())
    except torch._dynamo.exc.Unsupported as error:
        print(type(error).__name__)


main()
