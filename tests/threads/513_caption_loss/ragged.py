from functools import partial

from torch.nn.utils.rnn import pack_padded_sequence

compact = partial(pack_padded_sequence, batch_first=True, enforce_sorted=False)


def fill_ratio(lengths, width):
    return lengths.sum().item() / (len(lengths) * width)
