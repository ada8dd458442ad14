from dataclasses import dataclass

import torch

DYNAMIC_AXES = {"features": (0, 1), "lengths": (0,)}


@dataclass
class Utterance:
    uid: str
    features: torch.Tensor
    speaker: int


class Batcher:
    """Groups queued utterances and pads them to the longest one."""

    def __init__(self, speakers, max_batch=6, multiple=4):
        self.speakers = speakers
        self.max_batch = max_batch
        self.multiple = multiple
        self.queue = []

    def submit(self, utterance):
        self.queue.append(utterance)

    def _padded(self, length):
        return -(-length // self.multiple) * self.multiple

    def collate(self, group):
        lengths = torch.tensor([u.features.shape[0] for u in group])
        width = self._padded(int(lengths.max()))
        features = torch.zeros(len(group), width, group[0].features.shape[1])
        for row, u in zip(features, group):
            row[: u.features.shape[0]] = u.features
        speaker = self.speakers[torch.tensor([u.speaker for u in group])]
        return {"features": features, "lengths": lengths, "speaker": speaker}

    def next_batch(self, size):
        size = min(size, self.max_batch)
        group, self.queue = self.queue[:size], self.queue[size:]
        batch = self.collate(group)
        for key, axes in DYNAMIC_AXES.items():
            for axis in axes:
                torch._dynamo.mark_dynamic(batch[key], axis)
        return [u.uid for u in group], batch
