import torch


def adam_update(p, grad, exp_avg, exp_avg_sq, lr, step):
    exp_avg.lerp_(grad, 0.1)
    exp_avg_sq.lerp_(grad * grad, 0.01)
    mean = exp_avg / (1 - 0.9**step)
    var = exp_avg_sq / (1 - 0.99**step)
    update = mean / (var.sqrt() + 1e-8)
    scale = (1.0 / update.pow(2).mean().sqrt().clamp(min=1e-8)).clamp(max=1.0)
    p.sub_(lr * scale * update)


compiled_update = torch.compile(adam_update, backend="aot_eager", dynamic=False)
