def summarise(masks):
    total = 0.0
    for name, m in masks.items():
        flicker = (m[1:] - m[:-1]).abs().mean().item()
        total += m.mean().item()
        yield f"{name:6s} mean {m.mean():.5f} flicker {flicker:.5f}"
    yield f"total {total:.5f}"
