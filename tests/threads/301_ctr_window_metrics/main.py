import torch

from metrics import MSE, Calibration, CrossEntropy, MetricModule, MetricsConfig


def impressions(count, size=64):
    gen = torch.Generator().manual_seed(17)
    for i in range(count):
        logits = torch.randn(size, generator=gen) - 1.0 + 0.05 * i
        labels = (torch.rand(size, generator=gen) < logits.sigmoid()).float()
        noise = 0.3 * torch.randn(size, generator=gen)
        weights = torch.rand(size, generator=gen) + 0.5
        yield (logits + noise).sigmoid(), labels, weights


def main():
    module = MetricModule(MetricsConfig(), [MSE, Calibration, CrossEntropy])
    for step, batch in enumerate(impressions(12)):
        module.update(*batch)
        if step % 4 == 3:
            for name, value in module.compute().items():
                print(f"{step:>3} {name:<22} {value:.6f}")


if __name__ == "__main__":
    main()
