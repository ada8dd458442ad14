import torch

from detector import PointDetector


def images(count, size):
    source = torch.Generator().manual_seed(8)
    for _ in range(count):
        yield torch.rand(1, 3, size, size, generator=source) * 2 - 1


def main():
    torch.manual_seed(6)
    model = PointDetector().eval()
    detect = torch.compile(model, backend="inductor")
    area, mass, peak = 0.0, 0.0, 0.0
    with torch.no_grad():
        for image in images(5, 48):
            a, m, p = detect(image, (96, 72))
            area += a.item()
            mass += m.item()
            peak = max(peak, p.item())
    print(f"area {area:.1f}")
    print(f"mass {mass:.3f} peak {peak:.4f}")


if __name__ == "__main__":
    main()
