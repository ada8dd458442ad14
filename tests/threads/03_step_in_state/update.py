def bias_correction(beta, state):
    return 1 - beta ** state["step"]


def adam_update(p, grad, state, lr, betas, eps):
    beta1, beta2 = betas
    avg, sq = state["exp_avg"], state["exp_avg_sq"]
    avg.lerp_(grad, 1 - beta1)
    sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    denom = (sq / bias_correction(beta2, state)).sqrt() + eps
    p.sub_(lr * (avg / bias_correction(beta1, state)) / denom)
