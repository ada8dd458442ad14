"""Puts the patches of an image where its placeholder token stands."""
import torch

from processing import IMAGE, PAD


def expanded_positions(input_ids, patches, left_padding):
    """Where each text token lands once a placeholder takes `patches` places."""
    widths = (input_ids == IMAGE).long() * (patches - 1) + 1
    ends = widths.cumsum(-1) - 1
    if left_padding:
        return ends
    return ends.masked_fill(input_ids == PAD, 0)


def scatter_text(embeds, positions, keep, total):
    out = embeds.new_zeros(embeds.shape[0], total, embeds.shape[-1])
    index = positions.unsqueeze(-1).expand_as(embeds)
    return out.scatter_add(1, index, embeds * keep.unsqueeze(-1))


def place_patches(merged, features, ends):
    steps = torch.arange(features.shape[1]) - (features.shape[1] - 1)
    index = (ends + steps).unsqueeze(-1).expand_as(features)
    return merged.scatter(1, index, features)
