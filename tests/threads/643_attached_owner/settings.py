from dataclasses import dataclass


@dataclass
class Settings:
    smoothing: float = 0.1
    temperature: float = 2.0
    clip: float = 1.0
    rate: float = 0.1

    def summary(self):
        return f"smoothing={self.smoothing} temperature={self.temperature}"
