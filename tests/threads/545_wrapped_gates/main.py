import torch

from layers import Regressor


def compile_blocks(model):
    for block in model.blocks:
        block.compile(backend="aot_eager")
    return model


def make_task(n, dim):
    x = torch.randn(n, dim)
    y = torch.sin(x[:, 0]) + 0.5 * x[:, 1] * x[:, 2]
    return x, y


def count_parameters(model):
    return sum(p.numel() for p in model.parameters())


def main():
    torch.manual_seed(5)
    x, y = make_task(256, 16)
    model = compile_blocks(Regressor())
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    first = None
    for _ in range(15):
        loss = (model(x) - y).square().mean()
        first = first if first is not None else loss.item()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"parameters {count_parameters(model)}")
    print(f"first {first:.4f}")
    print(f"last {loss.item():.4f}")


if __name__ == "__main__":
    main()
