import torch
from torch.utils.checkpoint import checkpoint


class State:
    def __init__(self):
        self.dtype = torch.bfloat16


def unpacked(x, state):
    state.dtype = x.dtype
    return x.to(state.dtype) * 2


class Block(torch.nn.Module):
    def __init__(self, state):
        super().__init__()
        self.inner = torch.nn.Linear(3, 3)
        self.state = state

    def forward(self, x):
        return unpacked(self.inner(x), self.state)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block(State())

    def forward(self, x):
        return checkpoint(self.block, x, use_reentrant=False)


def main():
    torch.manual_seed(0)
    model = torch.compile(Model(), backend="eager", fullgraph=True)
    try:
        print(model(torch.ones(2, 3)).sum().item())
    except torch._dynamo.exc.Unsupported as error:
        print(str(error).splitlines()[0])


main()
