import torch


def masked_loss(prediction, target, mask):
    picked = prediction[mask]
    wanted = target[mask]
    return (picked - wanted).abs().mean()


def main():
    torch.manual_seed(0)
    compiled = torch.compile(masked_loss, backend="eager")
    for _ in range(4):
        mask = torch.rand(32) > 0.5
        loss = compiled(torch.randn(32), torch.randn(32), mask)
    print(loss.dim())


main()
