import torch


def expand_mask(attention_mask, target_length):
    """(batch, source) -> (batch, 1, target, source), True where attended."""
    b, source = attention_mask.shape
    return attention_mask[:, None, None, :].expand(b, 1, target_length, source).bool()


def prepare_sdpa_mask(attention_mask, target_length):
    if attention_mask is None or torch.all(attention_mask == 1):
        return None
    return expand_mask(attention_mask, target_length)
