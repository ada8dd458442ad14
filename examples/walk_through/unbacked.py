import torch

torch._dynamo.config.capture_dynamic_output_shape_ops = True


@torch.compile(backend="eager")
def kept(x):
    positive = x[x > 0]
    return torch.cat([positive, positive])


for x in (torch.tensor([1.0, -1.0, 2.0]), torch.tensor([-1.0, -1.0, 2.0])):
    print(kept(x))
