from dataclasses import dataclass

import torch


@dataclass
class PackedCaptions:
    """Captions laid end to end in one row of a fixed budget of tokens."""
    tokens: torch.Tensor
    position_ids: torch.Tensor
    starts: list


def pack(captions, budget):
    tokens, positions, starts = [], [], []
    for ids in captions:
        starts.append(len(tokens))
        tokens += ids
        positions += range(len(ids))
    rest = budget - len(tokens)
    tokens += [0] * rest
    positions += range(rest)
    return PackedCaptions(torch.tensor(tokens), torch.tensor(positions), starts)


def segment_ids(position_ids):
    return (position_ids == 0).cumsum(0) - 1


def block_mask(position_ids):
    seg = segment_ids(position_ids)
    return seg[:, None] == seg[None, :]


def segment_lengths(position_ids):
    total = position_ids.shape[0]
    starts = torch.where(position_ids == 0)[0]
    ends = torch.cat([starts[1:], starts.new_tensor([total])])
    return ends - starts


def flip_sequences(features, position_ids):
    """Reverses each caption in place of the pack: its last token comes first."""
    lengths = segment_lengths(position_ids)
    if lengths.numel() == 1:
        return features.flip(0)
    lengths = torch.repeat_interleave(lengths, lengths)
    order = torch.arange(features.shape[0]) - 2 * position_ids + lengths - 1
    return features[order]
