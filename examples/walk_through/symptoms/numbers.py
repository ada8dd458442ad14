import torch


def difference(x):
    return (x + 0.01) - x


def noise(x):
    return x + torch.rand_like(x)


x = torch.linspace(1, 3, 4)
for function in (difference, torch.compile(difference)):
    print("bfloat16:", function(x.bfloat16()).tolist())
for function in (noise, torch.compile(noise)):
    torch.manual_seed(0)
    print("noise:", function(x))
