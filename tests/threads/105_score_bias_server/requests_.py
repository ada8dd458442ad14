REQUESTS = [
    {"id": "a1", "prompt": [3, 14, 15, 9, 26, 5], "bias": "alibi", "new": 3},
    {"id": "a2", "prompt": [2, 7, 18, 28, 18, 2], "bias": "alibi", "new": 3},
    {"id": "b1", "prompt": [1, 41, 42, 13, 5, 6], "bias": "alibi", "new": 2},
    {"id": "b2", "prompt": [5, 7, 7, 21, 5, 6], "bias": "alibi", "new": 2},
]
