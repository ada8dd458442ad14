import torch


def make_step(weights, rate):
    def step(gradients):
        return [w - rate * g for w, g in zip(weights, gradients)]

    return step


def main():
    torch.manual_seed(0)
    weights = [torch.zeros(4), torch.zeros(2)]
    for epoch in range(6):
        rate = 0.1 / (epoch + 1)
        step = make_step(weights, rate)
        step = torch.compile(step, backend="eager", dynamic=False)
        weights = step([torch.ones(4), torch.ones(2)])
    print(len(weights))


main()
