import torch
import torch.nn.functional as F


def loss(logits, targets):
    return F.cross_entropy(logits.float(), targets)


def main():
    torch.manual_seed(0)
    compiled = torch.compile(loss, backend="eager")
    for size in (8, 6):
        logits, targets = torch.randn(size, 5), torch.arange(size) % 5
        torch._dynamo.mark_dynamic(targets, 0)
        try:
            y = compiled(logits, targets)
        except RuntimeError:
            y = loss(logits, targets)
    print(y.dim())


main()
