import torch


class Tagged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        out = super().__torch_function__(func, types, args, kwargs or {})
        source = next((one for one in args if isinstance(one, Tagged)), None)
        if isinstance(out, Tagged) and source is not None:
            out.__dict__.update(source.__dict__)
        return out


def loss(images, masks):
    return ((images * 2 - masks) ** 2).mean()


def main():
    torch.manual_seed(0)
    compiled = torch.compile(loss, backend="eager")
    images = torch.randn(4, 8).as_subclass(Tagged)
    images.spacing = 0.8
    masks = torch.ones(4, 8)
    print(round(float(compiled(images, masks)), 4))


main()
