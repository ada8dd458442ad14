import torch

from components import Radiator, Zone


class Building:
    def __init__(self):
        self.zone = Zone(18.0, [15.0, 14.0, 16.0], capacity=6.0, leak=0.4)
        self.radiator = Radiator(30.0, gain=0.15)

    def initial(self):
        return torch.cat([self.zone.initial(), self.radiator.initial()])

    def split(self, state):
        return state.split([self.zone.state_size(), self.radiator.state_size()])

    def derivative(self, state, outside, supply):
        zone, water = self.split(state)
        heat = self.radiator.power(water, zone[:1])
        d_zone = self.zone.derivative(zone, outside, heat)
        d_water = self.radiator.derivative(water, zone[:1], supply)
        return torch.cat([d_zone, d_water])
