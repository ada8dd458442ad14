import torch
from torch.profiler import profile


def smooth(average, x):
    average.mul_(0.9)
    average.add_(x, alpha=0.1)


def taken(function):
    average, x = torch.zeros(1000, 1000), torch.ones(1000, 1000)
    function(average, x)
    with profile(profile_memory=True) as seen:
        function(average, x)
    sizes = (event.self_cpu_memory_usage for event in seen.key_averages())
    return round(sum(max(0, size) for size in sizes) / 1e6)


compiled = torch.compile(smooth, backend="aot_eager")
print(f"eager {taken(smooth)} MB, compiled {taken(compiled)} MB")
