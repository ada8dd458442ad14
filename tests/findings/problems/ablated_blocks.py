import torch


class Block(torch.nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale
        self.disabled = False

    def forward(self, x):
        out = torch.tanh(x)
        if self.disabled:
            return x + out
        return x + out * self.scale


class Tower(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.ModuleList(Block(0.1 * i) for i in range(4))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def main():
    tower = Tower()
    run = torch.compile(tower, backend="eager")
    print(run(torch.ones(2)).tolist())
    for block in tower.blocks:
        block.disabled = True
        print(run(torch.ones(2)).tolist())
        block.disabled = False


main()
