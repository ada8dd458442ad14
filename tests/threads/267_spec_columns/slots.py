from dataclasses import dataclass

import torch


@dataclass
class RequestTables:
    tokens: torch.Tensor
    positions: torch.Tensor
    prompt_len: int

    @property
    def total(self) -> int:
        return self.tokens.shape[1]

    def at(self, t: int) -> tuple[torch.Tensor, torch.Tensor]:
        return column(self.tokens, t), column(self.positions, t)

    def write(self, t: int, values: torch.Tensor) -> None:
        self.tokens[:, t] = values


def column(table: torch.Tensor, t: int) -> torch.Tensor:
    return table[:, t]


def left_pad_positions(mask: torch.Tensor) -> torch.Tensor:
    return (mask.long().cumsum(dim=1) - 1).clamp(min=0)


def build_tables(prompt: torch.Tensor, pad_id: int, new_tokens: int) -> RequestTables:
    batch, prompt_len = prompt.shape
    tail = torch.full((batch, new_tokens), pad_id, dtype=prompt.dtype)
    tokens = torch.cat([prompt, tail], dim=1)
    mask = torch.cat([prompt != pad_id, torch.ones_like(tail, dtype=torch.bool)], dim=1)
    return RequestTables(tokens, left_pad_positions(mask), prompt_len)
