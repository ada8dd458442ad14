"""An autoencoder judged on the masked patches only, in one graph (`if indices.numel() > 0` of transformers#39012)."""
import torch
import torch.nn as nn

from objective import masked_reconstruction


class AutoEncoder(nn.Module):
    def __init__(self, patch=6, dim=10):
        super().__init__()
        self.mask_token = nn.Parameter(torch.zeros(patch))
        self.encoder = nn.Linear(patch, dim)
        self.decoder = nn.Linear(dim, patch)

    def forward(self, patches, mask):
        seen = torch.where(mask[..., None], self.mask_token, patches)
        pred = self.decoder(nn.functional.gelu(self.encoder(seen)))
        return masked_reconstruction(pred, patches, mask)


@torch.compile(backend="aot_eager")
def patchify(x):
    return x.unflatten(1, (4, 6))


def main():
    torch.manual_seed(0)
    model = AutoEncoder()
    net = torch.compile(model, backend="aot_eager", fullgraph=True)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(4):
        patches = patchify(torch.randn(3, 24))
        loss = net(patches, torch.rand(3, 4) < 0.6)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
