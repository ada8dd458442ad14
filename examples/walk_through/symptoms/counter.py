import torch


class Decay(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x / self.calls


decay = torch.compile(Decay(), backend="eager")
for _ in range(5):
    y = decay(torch.ones(4))
print(y)
