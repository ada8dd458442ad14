import torch


class FlowTrainer:
    def __init__(self, model, schedule, lr=2e-3):
        self.model, self.schedule = model, schedule
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        self.loss_fn = torch.compile(self.compute_loss, backend="aot_eager")

    def compute_loss(self, latents, noise, timesteps):
        noisy = self.schedule.scale_noise(latents, timesteps, noise)
        pred = self.model(noisy, timesteps)
        return ((pred - (noise - latents)) ** 2).mean()

    def step(self, latents, noise, timesteps):
        loss = self.loss_fn(latents, noise, timesteps)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return loss.item(), norm.item()
