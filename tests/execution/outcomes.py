"""Runs modules of `unittest` tests and writes the outcome of each test as JSON.

python tests/execution/outcomes.py OUT MODULE...
"""

from __future__ import annotations

import gc
import json
import signal
import sys
import traceback
import unittest
from pathlib import Path


class Outcomes(unittest.TestResult):
    """Keeps outcomes by the name of the test."""

    def __init__(self):
        super().__init__()
        self.found = {}

    def _keep(self, test, outcome, why=""):
        name = test.id()
        if self.found.get(name, ["ok"])[0] == "ok":
            self.found[name] = [outcome, why]

    def addSuccess(self, test):  # noqa: N802
        self._keep(test, "ok")

    def addSkip(self, test, reason):  # noqa: N802
        self._keep(test, "skip")

    def addExpectedFailure(self, test, error):  # noqa: N802
        self._keep(test, "expected failure")

    def addUnexpectedSuccess(self, test):  # noqa: N802
        self._keep(test, "unexpected success")

    def addError(self, test, error):  # noqa: N802
        self._keep(test, "error", self._text(error))

    def addFailure(self, test, error):  # noqa: N802
        self._keep(test, "failure", self._text(error))

    def addSubTest(self, test, subtest, error):  # noqa: N802
        if error is not None:
            self._keep(test, "failure", self._text(error))

    @staticmethod
    def _text(error):
        return "".join(traceback.format_exception(*error))[-3000:]


def main(out, modules):
    result = Outcomes()
    # A shell starts what runs in the background with this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Some tests need that no collection comes between two lines of theirs.
    gc.set_threshold(100_000)
    for name in modules:
        try:
            suite = unittest.defaultTestLoader.loadTestsFromName(name)
            suite.run(result)
        except BaseException:  # a module may leave by SkipTest, or not import at all
            result.found[name] = ["error", traceback.format_exc()[-3000:]]
    Path(out).write_text(json.dumps(result.found), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
