import logging

logger = logging.getLogger("melkit")


def setup(level):
    logging.basicConfig(format="%(name)s: %(message)s")
    logger.setLevel(level)


def trace(what, shape, **kw):
    """One line for each call when debugging."""
    extra = ", ".join(f"{k}={v}" for k, v in kw.items())
    logger.debug("%s(%s) %s", what, tuple(shape), extra)
