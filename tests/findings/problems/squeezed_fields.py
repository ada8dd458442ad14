import torch


def tidy(field):
    return field.squeeze() + 1


def power(field):
    return (field * field).sum((-2, -1)).reshape(-1).mean()


def main():
    compiled = torch.compile(power, backend="eager")
    for shape in ((1, 1, 4, 8), (2, 3, 4, 8), (1, 6, 4, 8)):
        print(compiled(tidy(torch.ones(shape))).item())


main()
