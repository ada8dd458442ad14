"""Peak memory of the process, by tag (a leak hunt of last year)."""
import resource

peaks = {}


def rss_mib():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def note(tag):
    now = rss_mib()
    peaks[tag] = max(now, peaks.get(tag, 0))


def report():
    return [f"{k}: {v} MiB" for k, v in sorted(peaks.items())]
