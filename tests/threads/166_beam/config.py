DEFAULTS = {
    "vocab": 16,
    "dim": 24,
    "beams": 3,
    "steps": 6,
    "no_rest_before": 5,
    "backend": "eager",
    "processors": [
        ("temperature", {"t": 0.8}),
        ("repetition", {"penalty": 1.3}),
        ("key", {"allowed": [0, 1, 2, 4, 5, 7, 9, 11, 12, 14]}),
    ],
}


def load_config(**override):
    return {**DEFAULTS, **override}
