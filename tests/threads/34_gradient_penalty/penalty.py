import torch


def mix(real, fake):
    share = torch.rand(real.shape[0], 1)
    return (share * real + (1 - share) * fake).requires_grad_()


def gradient_penalty(nets, real, fake):
    mixed = mix(real, fake)
    score = nets.judge(mixed)
    grad, = torch.autograd.grad(score.sum(), mixed, create_graph=True)
    return (grad.norm(dim=-1) - 1).square().mean()
