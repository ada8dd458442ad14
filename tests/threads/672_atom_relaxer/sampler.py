import torch


class ReverseSampler:
    def __init__(self, denoiser, schedule, churn=0.2):
        self.denoiser = denoiser
        self.schedule = schedule
        self.churn = churn
        self.compiled_step = torch.compile(self.reverse_step, backend="inductor", fullgraph=True)

    def reverse_step(self, positions, numbers, noise, index):
        sigma = self.schedule.sigmas[index]
        following = self.schedule.sigmas[index + 1]
        clean = self.denoiser(positions, numbers, sigma)
        slope = (positions - clean) / sigma
        positions = positions + (following - sigma) * slope + self.churn * following * noise
        return positions - positions.mean(dim=1, keepdim=True)

    @torch.no_grad()
    def run(self, numbers, generator):
        shape = (*numbers.shape, 3)
        positions = torch.randn(shape, generator=generator) * self.schedule.sigmas[0]
        for index in range(self.schedule.num_steps):
            noise = torch.randn(shape, generator=generator)
            positions = self.compiled_step(positions, numbers, noise, index)
        return positions
