import torch


@torch.compile(backend="aot_eager")
def advance(position, speed):
    position.add_(1)
    return position[0], position + speed


position = torch.zeros(3)
first, _ = advance(position, torch.ones(3))
first.fill_(7)
print("position:", position.tolist())

state = torch.zeros(4)
_, ahead = advance(state[:3], state[1:])
print("ahead:", ahead.tolist())
