def masked_mean(x, mask):
    return x[mask].mean()


def masked_fraction(mask):
    return mask.float().mean()


def fill_holes(x, mask, value=0.0):
    return x.masked_fill(~mask, value)
