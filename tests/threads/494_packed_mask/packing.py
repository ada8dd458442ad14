from dataclasses import dataclass

import torch


@dataclass
class Pack:
    tokens: torch.Tensor
    ends: list


def pack_documents(documents, length, pad=0):
    tokens, ends = [], []
    for doc in documents:
        tokens.extend(doc)
        ends.append(len(tokens))
    if len(tokens) < length:
        tokens.extend([pad] * (length - len(tokens)))
        ends.append(length)
    return Pack(torch.tensor(tokens[:length]), ends)


def fill_rate(documents, length):
    return sum(len(doc) for doc in documents) / length
