from dataclasses import dataclass, field


@dataclass
class RouterConfig:
    experts: int = 6
    picks: int = 2
    jitter: float = 0.0
    label_width: int = -1


@dataclass
class TrainConfig:
    width: int = 20
    steps: int = 8
    rate: float = 0.05
    balance_weight: float = 0.1
    router: RouterConfig = field(default_factory=RouterConfig)

    def describe(self):
        r = self.router
        return f"{r.experts} experts, {r.picks} picks, width {self.width}"
