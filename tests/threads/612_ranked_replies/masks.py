import torch


def has_padding(attention_mask):
    return (attention_mask == 0).any()


def causal_bias(attention_mask, dtype):
    length = attention_mask.shape[1]
    order = torch.arange(length)
    visible = order.view(1, -1) <= order.view(-1, 1)
    visible = visible.view(1, 1, length, length) & (attention_mask[:, None, None, :] > 0)
    return torch.zeros(visible.shape, dtype=dtype).masked_fill(~visible, -1e9)


def last_positions(attention_mask):
    return attention_mask.sum(dim=1).long() - 1
