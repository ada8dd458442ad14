import torch

from refiner import Chain


def problems(count, size=12):
    gen = torch.Generator().manual_seed(17)
    for i in range(count):
        target = torch.randn(3, size, generator=gen)
        noise = torch.randn(3, size, generator=gen) * (0.2 + 0.4 * (i % 3))
        yield target + noise, target


def main():
    torch.manual_seed(4)
    chain = Chain().eval()
    solve = torch.compile(chain, backend="aot_eager")
    gaps, moved = [], 0
    with torch.no_grad():
        for start, target in problems(6):
            end = solve(start, target)
            gaps.append((end - target).abs().mean().item())
            moved += int(not torch.equal(end, start))
    print("gaps", " ".join(f"{g:.4f}" for g in gaps))
    print("moved", moved, "of", len(gaps))


if __name__ == "__main__":
    main()
