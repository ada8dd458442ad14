import torch


class Trainer:
    def __init__(self, model, compiled, lr=1e-2):
        self.model = model
        self.compiled = compiled
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.current_epoch = 0
        self.history = []

    def fit(self, batches, epochs, noise):
        for _ in range(epochs):
            self.model.anneal.set_epoch(self.current_epoch)
            total = 0.0
            for x in batches:
                loss = self.compiled(x, noise)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                total += loss.item()
            self.history.append(total / len(batches))
            self.current_epoch += 1

    def scale_lr(self, factor):
        for group in self.optimizer.param_groups:
            group["lr"] *= factor

    @torch.no_grad()
    def latent_spread(self, batches):
        means = [self.model.encoder(x).chunk(2, dim=-1)[0] for x in batches]
        return torch.cat(means).std(0).mean().item()
