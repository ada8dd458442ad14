import torch


@torch.library.custom_op("depyf_tests::doubled_rows", mutates_args=())
def doubled_rows(x: torch.Tensor) -> torch.Tensor:
    return torch.cat([x, x])


def embed(x):
    return doubled_rows(x).relu()


def main():
    torch.manual_seed(0)
    compiled = torch.compile(embed, backend="eager")
    try:
        y = compiled(torch.randn(4, 3))
    except torch._dynamo.exc.TorchDynamoException:
        y = embed(torch.randn(4, 3))
    print(tuple(y.shape))


main()
