from reductions import masked_mean


def masked_reconstruction(pred, patches, mask):
    mean = patches.mean(-1, keepdim=True)
    std = patches.std(-1, keepdim=True)
    error = (pred - (patches - mean) / (std + 1e-6)).square().mean(-1)
    return masked_mean(error, mask)
