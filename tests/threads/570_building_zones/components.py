import torch


class Component:
    prefix = "state_"

    def state_size(self):
        total = 0
        for name in dir(self):
            if name.startswith(self.prefix):
                value = getattr(self, name)
                if isinstance(value, torch.Tensor):
                    total += value.numel()
        return total

    def initial(self):
        names = sorted(n for n in vars(self) if n.startswith(self.prefix + "x"))
        return torch.cat([getattr(self, n).reshape(-1) for n in names])


class Zone(Component):
    def __init__(self, air, walls, capacity, leak):
        self.state_xair = torch.tensor([air])
        self.state_xwall = torch.tensor(walls)
        self.capacity = capacity
        self.leak = leak

    def derivative(self, state, outside, heat):
        air, wall = state[:1], state[1:]
        flow = (wall - air).sum(dim=0, keepdim=True)
        d_air = (flow + heat + self.leak * (outside - air)) / self.capacity
        d_wall = 0.2 * (air - wall) + 0.05 * (outside - wall)
        return torch.cat([d_air, d_wall])


class Radiator(Component):
    def __init__(self, water, gain):
        self.state_xwater = torch.tensor([water])
        self.gain = gain

    def derivative(self, state, air, supply):
        return 0.5 * (supply - state) - self.gain * (state - air)

    def power(self, state, air):
        return self.gain * (state - air) * 4.0
