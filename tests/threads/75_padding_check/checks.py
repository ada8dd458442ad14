import logging

logger = logging.getLogger("model")
_seen = set()


def warn_once(message):
    if message not in _seen:
        _seen.add(message)
        logger.warning(message)


def warn_if_padding(ids, mask, pad):
    """Tell the user that the batch is padded and nobody says where."""
    if mask is not None:
        return
    if pad in ids[:, [-1, 0]]:
        warn_once("The batch seems to be padded, but has no attention mask.")
