def make_mask(hits, window):
    def mask_mod(q_index, k_index, hits=hits):
        gap = (q_index - k_index).abs()
        near = (gap <= window) | (hits - gap <= window)
        return near & (k_index < hits)

    return mask_mod


def describe(hits, window):
    share = min(1.0, (2 * window + 1) / hits)
    return f"hits={hits} window={window} share={share:.3f}"
