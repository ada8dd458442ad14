import torch

from fields import Archive
from spectra import Spectrum

REQUESTS = [
    dict(name="pressure"),
    dict(name="temperature"),
    dict(name="temperature", times=4),
    dict(name="wind", times=4, members=3),
    dict(name="pressure", times=4),
    dict(name="wind", times=2, members=2),
]


def main():
    torch.manual_seed(0)
    archive = Archive(nlat=16, nlon=32)
    spectrum = torch.compile(Spectrum(archive.nlat, archive.nlon, degrees=8), backend="inductor")
    with torch.no_grad():
        for request in REQUESTS:
            power = spectrum(archive.read(**request))
            print("%-12s total %.3f largest degree %d" % (request["name"], power.sum(), power.argmax()))


if __name__ == "__main__":
    main()
