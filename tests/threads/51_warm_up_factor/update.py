def step_size(lr, factor):
    return lr * factor


def update(params, grads, momentum, lr, beta, factor):
    size = step_size(lr, factor)
    for p, g, m in zip(params, grads, momentum):
        m.mul_(beta).add_(g * (1 - beta))
        p.sub_(m.sign() * size)
