import torch


class Decoder:
    def __init__(self, model, processors, max_len):
        self.model = model
        self.processors = processors
        self.max_len = max_len
        self.step = torch.compile(self._step, backend="eager", fullgraph=True)

    def _step(self, tokens, cursor, state):
        last = tokens.gather(1, (cursor - 1).expand(tokens.shape[0], 1)).squeeze(1)
        scores, state = self.model(last, state)
        for processor in self.processors:
            scores = processor(tokens, cursor, scores)
        choice = scores.argmax(dim=-1, keepdim=True)
        tokens = tokens.scatter(1, cursor.expand(tokens.shape[0], 1), choice)
        return tokens, state

    def prefill(self, prompts):
        state = self.model.initial_state(prompts.shape[0])
        for column in prompts[:, :-1].unbind(1):
            _, state = self.model(column, state)
        return state

    @torch.no_grad()
    def generate(self, prompts):
        batch, length = prompts.shape
        tokens = torch.full((batch, self.max_len), -1)
        tokens[:, :length] = prompts
        state = self.prefill(prompts)
        for position in range(length, self.max_len):
            tokens, state = self.step(tokens, torch.tensor(position), state)
        return tokens
