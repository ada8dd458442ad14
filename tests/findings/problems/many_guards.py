import torch

TABLE = {f"layer{i}.{part}": 0.5 for i in range(300) for part in ("gain", "bias")}


def total(x):
    for name, value in TABLE.items():
        x = x * value if name.endswith("gain") else x + value
    return x


def main():
    compiled = torch.compile(total, backend="eager")
    for _ in range(20):
        y = compiled(torch.ones(4))
    print(tuple(y.shape))


main()
