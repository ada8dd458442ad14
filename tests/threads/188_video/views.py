"""Views of a batch of clips (B, C, T, H, W): one for each batch."""


def plain(x):
    return x


def mirror(x):
    return x.flip(-1)


def rotate(x):
    return x.flip(-1).transpose(-1, -2)


def fast_motion(x):
    """Every second frame, each shown twice."""
    b, c, t, h, w = x.shape
    return x[:, :, ::2, None].expand(b, c, t // 2, 2, h, w).reshape(b, c, t, h, w)


def central(x):
    m = 2
    return x[..., m:-m, m:-m].repeat_interleave(2, -1).repeat_interleave(2, -2)[..., 2:-2, 2:-2]


VIEWS = {"plain": plain, "mirror": mirror, "rotate": rotate, "fast": fast_motion, "central": central}


def pick_view(rng):
    name = rng.choice(sorted(VIEWS))
    return name, VIEWS[name]
