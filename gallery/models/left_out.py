"""What cannot be compared, for it does not run without depyf either."""

from __future__ import annotations

from gallery.models.row import LeftOut

LEFT_OUT: tuple[LeftOut, ...] = (
    LeftOut(
        "nystromformer",
        "transformers",
        "under torch.compile alone it adds a mask of all tokens to the scores of its "
        "landmarks: shapes [2, 1, 16, 16] and [2, 2, 4, 16]",
    ),
    LeftOut(
        "longt5",
        "transformers",
        "under torch.compile alone it joins two position biases of unlike batches: "
        "shapes [1, 1, 2, 4, 12] and [2, 2, 2, 4, 2]",
    ),
    LeftOut("dinat", "transformers", "needs natten, which is compiled for each torch"),
    LeftOut("mask2former", "transformers", "needs scipy, for a loss even unused"),
    LeftOut(
        "splinter",
        "transformers",
        "its loss wants questions marked in the text: random tokens have none",
    ),
    LeftOut(
        "nn.RNN, nn.LSTM, nn.GRU",
        "torch",
        "torch.compile captures no graph of them unless torch._dynamo.config.allow_rnn "
        "is set; their cells are there",
    ),
)
