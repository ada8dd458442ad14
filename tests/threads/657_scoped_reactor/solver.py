import torch

from scopes import open_scope


def laplacian(field, spacing):
    total = -4.0 * field
    for shift, dim in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
        total = total + torch.roll(field, shift, dim)
    return total / (spacing * spacing)


def right_hand_side(u, v, cfg):
    reaction = u * v * v
    terms_u = {
        open_scope("diffuse_u"): cfg.diffuse_u * laplacian(u, cfg.spacing),
        open_scope("feed"): cfg.feed * (1.0 - u) - reaction,
    }
    terms_v = {
        open_scope("diffuse_v"): cfg.diffuse_v * laplacian(v, cfg.spacing),
        open_scope("decay"): reaction - (cfg.feed + cfg.kill) * v,
    }
    return terms_u, terms_v


def advance(u, v, cfg):
    terms_u, terms_v = right_hand_side(u, v, cfg)
    new_u = u + cfg.dt * sum(terms_u.values())
    new_v = v + cfg.dt * sum(terms_v.values())
    magnitudes = {k: t.abs().amax() for k, t in {**terms_u, **terms_v}.items()}
    return new_u, new_v, magnitudes
