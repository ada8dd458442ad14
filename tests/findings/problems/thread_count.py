import torch


def features(x):
    return torch.fft.rfft(x).abs().log1p()


def main():
    torch.manual_seed(0)
    compiled = torch.compile(features, backend="eager")
    for number in range(6):
        torch.set_num_threads(1 + number % 2)
        y = compiled(torch.randn(4, 64))
    print(tuple(y.shape))


main()
