import time

import torch


def smooth(x):
    for _ in range(4):
        x = torch.sin(x) * 0.5 + x * 0.5
    return x


def milliseconds(function, x):
    function(x)  # the first call compiles
    times = []
    for _ in range(50):
        start = time.perf_counter()
        function(x)
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


x = torch.randn(1000, 1000)
eager, compiled = smooth, torch.compile(smooth)
print(f"eager {milliseconds(eager, x):.1f} ms, compiled {milliseconds(compiled, x):.1f} ms")
