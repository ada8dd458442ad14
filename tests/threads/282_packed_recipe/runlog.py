import logging
from functools import lru_cache


def get_logger(level="WARNING"):
    logger = logging.getLogger("recipe")
    logger.setLevel(level)
    return logger


@lru_cache(None)
def log_once(logger, message, level=logging.INFO):
    logger.log(level=level, msg=message)
