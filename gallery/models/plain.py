"""Models of torch alone: `gallery.models.own` holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable

from gallery.models.builders import both, noise, own, whole
from gallery.models.row import Row, Rows

if TYPE_CHECKING:
    from gallery.models.row import Batch


def _own(kind: str, module: str) -> Callable[..., Row]:
    """Returns what makes the rows of a kind, whose models are in one module."""

    def row(name: str, model: str, batch: Callable[[], Batch], **sizes: object) -> Row:
        return Row(name, kind, "torch", own(module, model, **sizes), batch)

    return row


classic = _own("classic", "classics")
generative = _own("generative", "generative")
recommender = _own("recommendation", "recommendation")
forecast = _own("time series", "forecasts")
physical = _own("physics", "physics")
agent = _own("reinforcement learning", "control")
table = _own("table", "control")
scene = _own("vision", "scenes")
graph = _own("graph", "scenes")

CHARACTERS = whole(tokens=(0, 32, (2, 9)))
ROW = noise(x=(4, 8))
SERIES_1 = noise(series=(2, 16, 1))
FLAT = noise(series=(2, 16))
ACTIONS = both(noise(state=(4, 4), gain=(4,)), whole(action=(0, 3, (4,))))

PLAIN: Rows = (
    classic("mlp", "MLP", ROW),
    classic("lenet", "LeNet", noise(image=(2, 1, 28, 28))),
    classic("char_rnn", "Recurrent", CHARACTERS, cell="RNNCell"),
    classic("char_lstm", "Recurrent", CHARACTERS, cell="LSTMCell"),
    classic("char_gru", "Recurrent", CHARACTERS, cell="GRUCell"),
    classic(
        "nn_transformer",
        "Translator",
        whole(source=(0, 32, (2, 8)), target=(0, 32, (2, 6))),
    ),
    classic("text_cnn", "TextCNN", whole(tokens=(0, 32, (2, 10)))),
    classic("fasttext", "FastText", whole(words=(0, 32, (9,)), offsets=(0, 1, (1,)))),
    classic(
        "siamese",
        "Siamese",
        both(noise(left=(4, 8), right=(4, 8)), whole(same=(0, 2, (4,)))),
    ),
    classic("highway", "Highway", ROW),
    classic("hopfield", "Hopfield", noise(state=(2, 8))),
    generative("vae", "VAE", noise(x=(4, 16))),
    generative("vq_vae", "Quantized", noise(x=(4, 16))),
    generative("gan", "GAN", noise(real=(2, 3, 8, 8))),
    generative("real_nvp", "Flow", noise(x=(4, 4))),
    generative("mixture_density", "MixtureDensity", noise(x=(4, 4), y=(4,))),
    generative("ddpm", "Diffusion", ROW),
    generative("ddpm_sampler", "Sampler", noise(start=(4, 8))),
    generative("made", "MADE", noise(x=(4, 8))),
    recommender(
        "dlrm",
        "DLRM",
        both(noise(dense=(4, 4)), whole(sparse=(0, 32, (4, 3, 2)))),
    ),
    recommender(
        "deepfm",
        "DeepFM",
        both(noise(clicked=(4,)), whole(features=(0, 16, (4, 4)))),
    ),
    recommender("two_tower", "TwoTower", whole(user=(0, 16, (4,)), item=(0, 16, (4,)))),
    recommender("deep_and_cross", "CrossNetwork", ROW),
    recommender("sasrec", "SASRec", whole(history=(0, 32, (2, 8)))),
    recommender("mmoe", "MultiTask", ROW),
    forecast("lstm_forecaster", "LSTMForecaster", SERIES_1),
    forecast("tcn", "TCN", noise(series=(2, 2, 16))),
    forecast("n_beats", "NBeats", FLAT),
    forecast("dlinear", "DLinear", FLAT),
    forecast("deepar", "DeepAR", SERIES_1),
    forecast("fourier_operator", "Fourier", noise(field=(2, 2, 16))),
    physical("heat_pinn", "HeatEquation", noise(points=(8, 2))),
    physical("hamiltonian", "Hamiltonian", noise(state=(4, 4))),
    physical("vmap_jacobians", "Jacobians", noise(points=(4, 3))),
    physical("neural_ode", "NeuralODE", noise(state=(4, 2))),
    physical("nerf", "NeRF", noise(origin=(4, 3), direction=(4, 3))),
    physical(
        "molecule_forces",
        "Molecule",
        both(noise(places=(5, 3)), whole(kinds=(0, 4, (5,)))),
    ),
    agent("ppo", "ActorCritic", both(ACTIONS, noise(old=(4,)))),
    agent("dueling_dqn", "DuelingDQN", both(ACTIONS, noise(later=(4, 4)))),
    agent("sac_policy", "SoftActor", noise(state=(4, 4))),
    table(
        "ft_transformer",
        "FTTransformer",
        both(noise(numbers=(4, 3)), whole(kinds=(0, 8, (4, 2)))),
    ),
    table("tabnet", "TabNet", noise(row=(4, 6))),
    scene("unet", "UNet", noise(image=(2, 3, 16, 16))),
    scene("pointnet", "PointNet", noise(points=(2, 3, 10))),
    scene("spatial_transformer", "SpatialTransformer", noise(image=(2, 1, 16, 16))),
    scene("capsules", "CapsuleNet", noise(capsules=(2, 6, 4))),
    scene("mlp_mixer", "MLPMixer", noise(image=(2, 3, 32, 32))),
    graph("dense_gcn", "DenseGraph", noise(nodes=(6, 4), edges=(6, 6))),
    graph(
        "message_passing",
        "MessagePassing",
        both(noise(nodes=(6, 8)), whole(edges=(0, 6, (2, 12)))),
    ),
)


def _step(name: str, optimizer: str, **options: object) -> Row:
    make = own("optimizers", "Trained", optimizer=optimizer, **options)
    return Row(
        name,
        "optimizer",
        "torch",
        make,
        noise(x=(4, 8), y=(4, 1)),
        trains=False,
        why=STEP,
    )


STEP = "it trains itself: its output is the parameters after a step"

OPTIMIZERS: Rows = (
    _step("sgd", "SGD", lr=0.1),
    _step("sgd_momentum", "SGD", lr=0.1, momentum=0.9, nesterov=True),
    _step("adam", "Adam", lr=0.01),
    _step("adam_amsgrad", "Adam", lr=0.01, amsgrad=True),
    _step("adamw", "AdamW", lr=0.01),
    _step("adamw_one_by_one", "AdamW", lr=0.01, foreach=False),
    _step("adamax", "Adamax", lr=0.01),
    _step("nadam", "NAdam", lr=0.01),
    _step("radam", "RAdam", lr=0.01),
    _step("adagrad", "Adagrad", lr=0.01),
    _step("adadelta", "Adadelta"),
    _step("rmsprop", "RMSprop", lr=0.01, momentum=0.9, centered=True),
    _step("rprop", "Rprop"),
    _step("asgd", "ASGD"),
    _step("adafactor", "Adafactor", lr=0.01),
    _step("muon", "Muon", bias=False, lr=0.01),
    Row(
        "lion",
        "optimizer",
        "torch",
        own("optimizers", "Lion"),
        noise(x=(4, 8), y=(4, 4)),
        trains=False,
        why=STEP,
    ),
)
