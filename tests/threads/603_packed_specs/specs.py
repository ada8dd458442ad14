import json

DEFAULTS = {"bits": 4, "group": 16, "act": "none"}


def pack_spec(**fields):
    spec = dict(DEFAULTS)
    spec.update(fields)
    return json.dumps(spec, sort_keys=True)


def read_spec(text):
    spec = json.loads(text)
    if spec["bits"] not in (4, 8):
        raise ValueError(f"unsupported width {spec['bits']}")
    return spec


def describe(text):
    spec = read_spec(text)
    return f"w{spec['bits']}g{spec['group']}/{spec['act']}"
