import torch


def normalize(images, mean, std):
    return ((images - mean) / std).clamp(-3, 3)


def main():
    torch.manual_seed(0)
    compiled = torch.compile(normalize, backend="eager")
    for number in range(4):
        images = torch.rand(2, 3, 8, 8)
        if number % 2:
            images = torch.rand(2, 8, 8, 3).permute(0, 3, 1, 2)
        y = compiled(images, 0.5, 0.25)
    print(tuple(y.shape))


main()
