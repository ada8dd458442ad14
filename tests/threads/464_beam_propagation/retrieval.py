import torch

from optics import TransferBank


def propagate(field, transfer):
    return torch.fft.ifft2(torch.fft.fft2(field) * transfer)


def replace_amplitude(field, amplitude):
    return amplitude * field / field.abs().clamp_min(1e-9)


class PhaseRetriever:
    """Alternating projections between the object and the camera planes."""

    def __init__(self, cfg, planes, support, backend="aot_eager"):
        self.bank = TransferBank(cfg)
        self.planes, self.support = planes, support
        self._propagate = torch.compile(propagate, backend=backend)
        self._replace = torch.compile(replace_amplitude, backend=backend)

    def move(self, field, distance):
        return self._propagate(field, self.bank.get(distance))

    def measure(self, field):
        return {z: self.move(field, z).abs() for z in self.planes}

    def sweep(self, field, images):
        total = 0.0
        for z, amplitude in images.items():
            at_camera = self.move(field, z)
            total += (at_camera.abs() - amplitude).square().mean().item()
            at_camera = self._replace(at_camera, amplitude)
            field = self.move(at_camera, -z) * self.support
        return field, total / len(images)

    def solve(self, field, images, sweeps):
        history = []
        for _ in range(sweeps):
            field, err = self.sweep(field, images)
            history.append(err)
        return field, history
