import torch


class Simulator:
    def __init__(self, building, dt=0.1, backend="aot_eager"):
        self.building = building
        self.dt = dt
        self.step = torch.compile(self.heun, backend=backend)

    def heun(self, state, outside, supply):
        first = self.building.derivative(state, outside, supply)
        guess = state + self.dt * first
        second = self.building.derivative(guess, outside, supply)
        return state + 0.5 * self.dt * (first + second)

    def run(self, weather, supply):
        state = self.building.initial()
        trace = []
        for outside in weather:
            state = self.step(state, outside, supply)
            trace.append(state)
        return torch.stack(trace)
