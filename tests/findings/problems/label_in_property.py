import torch


class Step:
    def __init__(self, name):
        self.name = name

    @property
    def label(self):
        return self.name.replace("/", "_")


@torch.compile(backend="eager")
def norms(x, step):
    return {step.label: x.norm()}


def main():
    for number in range(6):
        found = norms(torch.arange(4.0), Step(f"noise/{number}"))
    print(*found.values())


main()
