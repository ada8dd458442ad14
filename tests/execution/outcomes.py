"""Runs modules of `unittest` tests and writes the outcome of each test as JSON.

python tests/execution/outcomes.py OUT MODULE...
"""

import json
import sys
import traceback
import unittest


class Outcomes(unittest.TestResult):
    """Keeps outcomes by the name of the test."""

    def __init__(self):
        super().__init__()
        self.found = {}

    def _keep(self, test, outcome, why=""):
        name = test.id()
        if self.found.get(name, ["ok"])[0] == "ok":
            self.found[name] = [outcome, why]

    def addSuccess(self, test):
        self._keep(test, "ok")

    def addSkip(self, test, reason):
        self._keep(test, "skip")

    def addExpectedFailure(self, test, error):
        self._keep(test, "expected failure")

    def addUnexpectedSuccess(self, test):
        self._keep(test, "unexpected success")

    def addError(self, test, error):
        self._keep(test, "error", self._text(error))

    def addFailure(self, test, error):
        self._keep(test, "failure", self._text(error))

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self._keep(test, "failure", self._text(error))

    @staticmethod
    def _text(error):
        return "".join(traceback.format_exception(*error))[-3000:]


def main(out, modules):
    result = Outcomes()
    for name in modules:
        try:
            suite = unittest.defaultTestLoader.loadTestsFromName(name)
            suite.run(result)
        except BaseException:  # a module may leave by SkipTest, or not import at all
            result.found[name] = ["error", traceback.format_exc()[-3000:]]
    with open(out, "w", encoding="utf-8") as file:
        json.dump(result.found, file)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
