import torch


def text_mask(lengths, max_tokens):
    steps = torch.arange(max_tokens)
    return steps[None, :] < torch.tensor(lengths)[:, None]


def compute_packed_indices(mask, num_visual):
    lengths = mask.sum(dim=1) + num_visual
    cu_seqlens = torch.nn.functional.pad(lengths.cumsum(0), (1, 0))
    return {
        "cu_seqlens_kv": cu_seqlens,
        "lengths_kv": lengths,
        "max_seqlen_in_batch_kv": int(lengths.max()),
    }


def describe(packed):
    return f"{packed['lengths_kv'].numel()} sequences, {int(packed['cu_seqlens_kv'][-1])} tokens"
