def spread(v):
    """Largest and mean value, for scaling and for the log."""
    top = v.max().item()
    return {"top": max(top, 1.0), "mean": v.mean()}
