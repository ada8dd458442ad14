from dataclasses import dataclass, field

import torch

CHAIN_TERMS = {"bonds": 2, "angles": 3, "dihedrals": 4}


@dataclass
class Structure:
    pos: torch.Tensor
    types: torch.Tensor
    neighbor_list: dict[str, torch.Tensor] = field(default_factory=dict)

    def centered(self) -> "Structure":
        return Structure(
            pos=self.pos - self.pos.mean(0, keepdim=True),
            types=self.types,
            neighbor_list={name: index for name, index in self.neighbor_list.items()},
        )


def chain(beads: int, terms: list[str], seed: int, ring: bool = False) -> Structure:
    gen = torch.manual_seed(seed)
    steps = torch.randn(beads, 3, generator=gen) * 0.3 + torch.tensor([0.9, 0.0, 0.0])
    types = torch.randint(0, 4, (beads,), generator=gen)
    lists = {}
    for name in terms:
        arity = CHAIN_TERMS[name]
        lists[name] = torch.stack([torch.arange(beads - arity + 1) + k for k in range(arity)])
    if ring:
        lists["closure"] = torch.tensor([[0], [beads - 1]])
    return Structure(steps.cumsum(0), types, lists)
