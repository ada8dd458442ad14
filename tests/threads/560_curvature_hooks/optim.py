import torch


class NewtonSGD:
    def __init__(self, model, curvature, lr=0.02, plain_lr=0.5):
        self.curvature = curvature
        self.lr, self.plain_lr = lr, plain_lr
        hidden = {id(layer.weight) for layer in curvature.layers}
        self.plain = [p for p in model.parameters() if id(p) not in hidden]

    @torch.no_grad()
    def step(self):
        for layer in self.curvature.layers:
            update = self.curvature.whiten(layer, layer.weight.grad)
            layer.weight -= self.lr * update / (update.norm() / layer.weight.norm() + 1e-6)
            layer.weight.grad = None
        for p in self.plain:
            p -= self.plain_lr * p.grad
            p.grad = None
