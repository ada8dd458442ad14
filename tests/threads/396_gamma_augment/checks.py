def check_image(img):
    if img.dim() != 4 or img.size(1) != 3:
        raise ValueError(f"expected (B, 3, H, W), got {tuple(img.shape)}")
    if not img.is_floating_point():
        raise TypeError(f"expected a float image, got {img.dtype}")


def check_non_negative(value, name):
    if (value < 0).any():
        raise ValueError(f"{name} must be non-negative")


def check_batch(value, img, name):
    if value.size(0) != img.size(0):
        raise ValueError(f"{name} has {value.size(0)} entries for {img.size(0)} images")
