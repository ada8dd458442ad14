import os

import torch


class HostThreads:
    """Many threads while the weights are read, few when requests are served."""

    def __init__(self, loading=4, serving=1):
        self.loading = loading
        self.serving = serving

    def for_loading(self):
        torch.set_num_threads(self.loading)

    def for_serving(self):
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        torch.set_num_threads(self.serving)
