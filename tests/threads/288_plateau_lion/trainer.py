class Trainer:
    def __init__(self, model, optimizer, loss_fn, callbacks=()):
        self.model, self.optimizer, self.loss_fn = model, optimizer, loss_fn
        self.callbacks = list(callbacks)
        self.epoch = 0

    def train_epoch(self, batches):
        total = 0.0
        for x, y in batches:
            self.optimizer.zero_grad()
            loss = self.loss_fn(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total / len(batches)

    def fit(self, batches, epochs):
        for self.epoch in range(epochs):
            loss = self.train_epoch(batches)
            for callback in self.callbacks:
                callback.on_epoch_end(self, loss)
