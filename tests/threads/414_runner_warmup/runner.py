import torch


class ModelRunner:
    def __init__(self, model, cfg, backend="eager"):
        self.cfg = cfg
        self.model = model.eval()
        self.forward = torch.compile(self.model, backend=backend, fullgraph=True)
        shape = (2, cfg.num_blocks * cfg.block_size, cfg.hidden_size)
        self.cache = torch.zeros(shape)

    def _prepare_inputs(self, tokens, lengths):
        lengths = torch.tensor(lengths)
        slots = torch.arange(self.cfg.num_blocks) * self.cfg.block_size + lengths - 1
        return torch.tensor(tokens), self.cache, slots, lengths

    @torch.inference_mode()
    def warmup(self, rounds=2):
        for _ in range(rounds):
            dummy = [0] * self.cfg.num_blocks, [1] * self.cfg.num_blocks
            self.forward(*self._prepare_inputs(*dummy))
        self.cache.zero_()

    @torch.no_grad()
    def execute_model(self, tokens, lengths):
        return self.forward(*self._prepare_inputs(tokens, lengths))
