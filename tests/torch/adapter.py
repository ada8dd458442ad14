"""A client of the debug adapter protocol: talks to debugpy as VS Code does."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time

SECONDS = 240


class AdapterError(AssertionError):
    """The adapter refused a request."""


class Adapter:
    """One debugging session: `python -m debugpy.adapter` on its standard streams."""

    def __init__(self, cwd, env):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "debugpy.adapter"],
            cwd=cwd,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.output = ""
        self._sequence = 0
        self._arrived: queue.Queue = queue.Queue()
        self._waiting: list = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while True:
                line = stream.readline()
                if not line:
                    self._arrived.put(None)
                    return
                if not line.strip():
                    break
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            self._arrived.put(json.loads(stream.read(length)))

    def _next(self, deadline):
        left = deadline - time.monotonic()
        try:
            message = self._arrived.get(timeout=max(left, 0.01))
        except queue.Empty:
            raise AdapterError(f"no answer in time:\n{self.output}") from None
        if message is None:
            raise AdapterError(f"the adapter ended:\n{self.output}")
        if message.get("event") == "output":
            said = message["body"]
            if said.get("category") != "telemetry":  # is for the client, not the user
                self.output += said.get("output", "")
        return message

    def _wait(self, wanted):
        for message in self._waiting:
            if wanted(message):
                self._waiting.remove(message)
                return message
        deadline = time.monotonic() + SECONDS
        while True:
            message = self._next(deadline)
            if wanted(message):
                return message
            self._waiting.append(message)

    def send(self, command, **arguments):
        """Sends a request and returns its number."""
        self._sequence += 1
        data = json.dumps(
            {
                "seq": self._sequence,
                "type": "request",
                "command": command,
                "arguments": arguments,
            }
        ).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()
        return self._sequence

    def answer(self, number):
        message = self._wait(lambda m: m.get("request_seq") == number)
        if not message["success"]:
            raise AdapterError(f"{message['command']}: {message.get('message')}")
        return message.get("body") or {}

    def ask(self, command, **arguments):
        """Sends a request and returns the body of the answer."""
        return self.answer(self.send(command, **arguments))

    def event(self, *names):
        """Returns the next event of one of these names."""
        return self._wait(lambda m: m["type"] == "event" and m["event"] in names)

    # -- what a user does ----------------------------------------------------------

    def launch(self, configuration, breakpoints=None):
        """Starts a program as `launch.json` says, with breakpoints set before."""
        self.ask("initialize", adapterID="python", pathFormat="path")
        started = self.send("launch", **configuration)
        self.event("initialized")
        for path, lines in (breakpoints or {}).items():
            self.set_breakpoints(path, lines)
        self.ask("configurationDone")
        self.answer(started)

    def set_breakpoints(self, path, lines):
        """Sets the breakpoints of one file; returns what the adapter made of them."""
        return self.ask(
            "setBreakpoints",
            source={"path": str(path)},
            breakpoints=[{"line": line} for line in lines],
        )["breakpoints"]

    def stopped(self):
        """Waits for a stop; returns the thread, or None at the program's end."""
        event = self.event("stopped", "terminated")
        if event["event"] == "terminated":
            return None
        return event["body"]["threadId"]

    def frames(self, thread):
        """Returns the frames of a stopped thread, innermost first."""
        return self.ask("stackTrace", threadId=thread)["stackFrames"]

    def evaluate(self, frame, expression):
        """Returns the text of an expression's value in a frame."""
        return self.ask(
            "evaluate", frameId=frame["id"], expression=expression, context="repl"
        )["result"]

    def step(self, command, thread):
        """Continues, or steps (`next`, `stepIn`, `stepOut`); returns the next stop."""
        self.ask(command, threadId=thread)
        return self.stopped()

    def close(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()
