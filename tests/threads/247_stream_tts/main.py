from dataclasses import dataclass

import torch

from streaming import init_states
from vocoder import Vocoder


@dataclass
class Voice:
    name: str
    states: dict


class Service:
    def __init__(self, model, chunk=4):
        self.model, self.chunk = model, chunk
        self.speak = torch.compile(model.speak, backend="eager")

    def enroll(self, name, prompt):
        states = init_states(self.model, prompt.shape[0])
        self.model(prompt, states)
        return Voice(name, states)

    def say(self, voice, latents):
        return self.speak(latents, voice.states, self.chunk)


@torch.no_grad()
def main():
    torch.manual_seed(23)
    service = Service(Vocoder().eval())
    generator = torch.Generator().manual_seed(1)
    voices = [
        service.enroll(name, scale * torch.randn(1, 6, 10, generator=generator))
        for name, scale in (("ada", 0.5), ("bo", 2.0))
    ]
    for turn in range(2):
        text = torch.randn(1, 6, 12, generator=generator)
        for voice in voices:
            audio = service.say(voice, text)
            kept = sum(t.abs().sum().item() for s in voice.states.values() for t in s.values())
            print(turn, voice.name, audio.shape[-1], f"{audio.square().mean().item():.5f}",
                  f"{audio[0, -1].item():.5f}", f"state {kept:.4f}")


if __name__ == "__main__":
    main()
