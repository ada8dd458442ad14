STAGES = [
    {"name": "taste", "weight": 0.55, "kind": "dot"},
    {"name": "fresh", "weight": 0.15, "kind": "recency"},
    {"name": "crowd", "weight": 0.30, "kind": "popularity"},
]

MODEL = {"users": 20, "items": 48, "dim": 12, "seed": 4}
