import torch


def difference(x):
    return (x + 0.01) - x


def noise(x):
    return x + torch.rand_like(x)


x = torch.tensor([1.0, 2.0, 3.0])
for function in (difference, torch.compile(difference)):
    print("bfloat16:", function(x.bfloat16()).tolist())
for function in (noise, torch.compile(noise)):
    torch.manual_seed(0)
    print("noise:", function(x))
