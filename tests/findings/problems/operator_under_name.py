import torch


@torch.library.custom_op("depyf_problems::halved", mutates_args=())
def _halved(x: torch.Tensor) -> torch.Tensor:
    return x / 2


def halved(x):
    return _halved(x)


@torch.compile(backend="eager")
def f(x):
    return halved(x) + 1


def main():
    x = torch.arange(4.0)
    try:
        y = f(x)
    except Exception as error:
        print("compiling failed:", type(error).__name__)
        y = halved(x) + 1
    print(y)


main()
