def moments_loss(fake, real):
    """Match mean and variance of the pixels and of their differences."""
    loss = (fake.mean() - real.mean()) ** 2 + (fake.var() - real.var()) ** 2
    for dim in (2, 3):
        f, r = fake.diff(dim=dim), real.diff(dim=dim)
        loss = loss + (f.pow(2).mean() - r.pow(2).mean()) ** 2
    return loss
