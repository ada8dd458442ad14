import copy

import torch


def freeze(*modules):
    for module in modules:
        for parameter in module.parameters():
            parameter.requires_grad_(False)


def score(model, x):
    return model(x).sum()


def main():
    policy = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Linear(3, 3))
    reward, value = copy.deepcopy(policy), copy.deepcopy(policy)
    freeze(reward)
    freeze(value[0])
    compiled = torch.compile(score, backend="eager")
    with torch.no_grad():
        found = [compiled(one, torch.ones(2, 3)) for one in (policy, reward, value)]
    print(found[0].item() == found[1].item() == found[2].item())


main()
