import torch

from lora import AdapterFile, inject
from unet import Denoiser


class StylePipeline:
    def __init__(self, targets=("to_q", "to_out"), steps=4):
        self.unet = Denoiser().eval()
        self.layers = inject(self.unet, targets)
        self.sigmas = torch.linspace(1.0, 0.1, steps)
        self.loaded = []
        self._serial = 0
        self.step_fn = self.unet

    def compile(self, **kwargs):
        self.step_fn = torch.compile(self.unet, **kwargs)
        return self

    def _next_name(self):
        name = f"default_{self._serial}"
        self._serial += 1
        return name

    def load_adapter(self, file: AdapterFile):
        name = self._next_name()
        for path, layer in self.layers.items():
            down, up = file.for_layer(path)
            layer.add(name, down, up, file.alpha)
            layer.active = [name]
        self.loaded.append(name)
        return name

    def unload_adapters(self):
        while self.loaded:
            name = self.loaded.pop()
            for layer in self.layers.values():
                layer.remove(name)

    @torch.no_grad()
    def __call__(self, latent):
        for i in range(len(self.sigmas)):
            sigma = self.sigmas[i].expand(latent.shape[0])
            pred = self.step_fn(latent, sigma)
            latent = latent - 0.2 * sigma.view(-1, 1, 1) * pred
        return latent
