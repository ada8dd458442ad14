import torch


class RollingPipeline:
    def __init__(self, model, schedule, seed):
        self.model = torch.compile(model, backend="inductor")
        self.schedule = schedule
        self.width = model.width
        self.size = model.memory_size
        self.gen = torch.Generator().manual_seed(seed)
        self.memory = None

    def predict(self, latents, timestep):
        t = torch.full(latents.shape[:2], timestep)
        flow, self.memory = self.model(latents, t, self.memory)
        return flow

    @torch.no_grad()
    def __call__(self, batch, chunks, frames):
        self.memory = torch.zeros(batch, self.size, self.width)
        outputs = []
        for _ in range(chunks):
            latents = torch.randn(batch, frames, self.width, generator=self.gen)
            for index, timestep in enumerate(self.schedule.timesteps):
                flow = self.predict(latents, timestep)
                latents = self.schedule.step(flow, index, latents)
            self.predict(latents, 0)
            outputs.append(latents)
        return torch.cat(outputs, dim=1)
