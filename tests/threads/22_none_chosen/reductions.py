def masked_mean(values, mask):
    """The mean of the values where the mask is True; of none it is 0."""
    chosen = values.masked_select(mask)
    if chosen.numel() == 0:
        return values.sum() * 0
    return chosen.mean()
