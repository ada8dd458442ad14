"""Echo presets: delays in samples, feedback shared."""
PRESETS = {
    "dry": {"delays": [], "wet": 0.5},
    "slap": {"delays": [40], "wet": 0.5},
    "room": {"delays": [23, 57], "wet": 0.5},
    "hall": {"delays": [31, 74, 101], "wet": 0.5},
}
