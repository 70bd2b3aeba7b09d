"""One run of N ranks, which runs tests one after the other until one of them fails."""

import ctypes
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from sartor import command
from sartor.ranks.lines import Lines

SECONDS_FOR_ANSWERS = 0.5  # of ranks that are asked where they are
SECONDS_FOR_END = 10.0


_libc = ctypes.CDLL(None)


class Refused(Exception):
    """The ranks can't run tests at all."""


class Outcome:
    """What the ranks have said about one test, and how the run ended if it did."""

    def __init__(self, ranks):
        self.reports = [[] for _ in range(ranks)]
        self.ended = [False] * ranks  # the test, before all others have
        self.done = [False] * ranks
        self.left = {}  # by rank: source and tag of a message that nobody has received
        self.exit_code = None
        self.late = False
        self.output = ""
        self.frames = {}  # by rank, of a test that was late: what Python ran

    @property
    def broke(self):
        return self.exit_code is not None or self.late


class Job:
    def __init__(self, ranks, task, shows_output, seconds):
        self.ranks = ranks
        self._folder = tempfile.mkdtemp(prefix="sartor-")
        self._output = None if shows_output else open(os.path.join(self._folder, "output"), "w+b")
        self._selector = selectors.DefaultSelector()
        self._lines = {}
        self._processes = {}  # numbers by rank
        self._was_read = 0
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        path = os.path.join(self._folder, "socket")
        listening.bind(path)
        listening.listen(ranks)
        words = [command(), "run", "--processes", str(ranks), "-n", str(ranks), sys.executable, "-m",
                 "sartor.ranks.worker", path]
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self._output,
                                         stderr=self._output, cwd=task["folder"], start_new_session=True,
                                         preexec_fn=_end_with_parent)
        self._end = os.pidfd_open(self._process.pid)
        self._selector.register(self._end, selectors.EVENT_READ)
        try:
            with listening:
                self._accept(listening, time.monotonic() + seconds)
            self._send_to_all(**task)
            self._await_ready(seconds)
        except BaseException:  # of the keyboard, too
            self.stop()
            raise

    def run(self, nodeid, following, seconds):
        outcome = Outcome(self.ranks)
        self._send_to_all(run=nodeid, next=following)
        limit = time.monotonic() + seconds
        while not all(outcome.done) and not outcome.broke:
            messages, has_ended = self._wait(limit)
            for rank, message in messages:
                self._take(outcome, rank, message)
            if has_ended:
                outcome.exit_code = self._process.wait()
            elif time.monotonic() >= limit:
                outcome.late = True
                outcome.frames = self._where_ranks_are()
        outcome.output = self._new_output()
        return outcome

    def finish(self):
        """Fixtures of the session are torn down, and MPI is finalized. The exit code."""
        self._send_to_all(end=True)
        try:
            self._process.wait(SECONDS_FOR_END)
        except subprocess.TimeoutExpired:
            pass
        return self.stop()

    def stop(self):
        if not os.path.exists(self._folder):
            return self._process.returncode
        if self._process.poll() is None:
            self._process.kill()  # its ranks end with it
        self._process.wait()
        self._selector.close()
        os.close(self._end)
        for lines in self._lines.values():
            lines.socket.close()
        if self._output is not None:
            self._output.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        return self._process.returncode

    def _accept(self, listening, limit):
        self._selector.register(listening, selectors.EVENT_READ)
        while len(self._lines) < self.ranks:
            ready = self._selector.select(max(0, limit - time.monotonic()))
            if not ready or any(key.fileobj == self._end for key, _ in ready):
                self._refuse("the ranks don't start")
            connection, _ = listening.accept()
            lines = Lines(connection)
            greeting = lines.receive()
            self._lines[greeting["rank"]] = lines
            self._processes[greeting["rank"]] = greeting["process"]
        self._selector.unregister(listening)
        for rank, lines in self._lines.items():
            self._selector.register(lines.socket, selectors.EVENT_READ, rank)

    def _await_ready(self, seconds):
        limit, ready = time.monotonic() + seconds, 0
        while ready < self.ranks:
            messages, has_ended = self._wait(limit)
            for rank, message in messages:
                if "refused" in message:
                    self._refuse(f"rank {rank}: {message['refused']}")
                ready += "ready" in message
            if ready < self.ranks and (has_ended or time.monotonic() >= limit):
                self._refuse("the ranks don't get ready")

    def _wait(self, limit):
        """Messages of ranks, and whether the run has ended."""
        events = self._selector.select(max(0, limit - time.monotonic()))
        has_ended = any(key.fileobj == self._end for key, _ in events)
        ready = list(self._lines) if has_ended else [key.data for key, _ in events]
        messages = []
        for rank in ready:
            if rank is None or rank not in self._lines:
                continue
            new, is_open = self._lines[rank].receive_all_here()
            messages += [(rank, message) for message in new]
            if not is_open:
                self._selector.unregister(self._lines.pop(rank).socket)
        return messages, has_ended

    def _take(self, outcome, rank, message):
        if "report" in message:
            outcome.reports[rank].append(message["report"])
        elif "refused" in message:
            self._refuse(f"rank {rank}: {message['refused']}")
        elif "ended" in message:
            outcome.ended[rank] = True
        elif "done" in message:
            outcome.done[rank] = True
            if message["left"]:
                outcome.left[rank] = message["left"]

    def _where_ranks_are(self):
        """Frames of Python by rank."""
        for process in self._processes.values():
            os.kill(process, signal.SIGUSR2)
        time.sleep(SECONDS_FOR_ANSWERS)
        frames = {}
        for rank in self._processes:
            with open(os.path.join(self._folder, f"frames{rank}")) as file:
                frames[rank] = _of_test(file.read())
        return frames

    def _new_output(self):
        if self._output is None:
            return ""
        size = os.fstat(self._output.fileno()).st_size
        data = os.pread(self._output.fileno(), size - self._was_read, self._was_read)
        self._was_read = size
        return data.decode(errors="replace")

    def _send_to_all(self, **message):
        for lines in self._lines.values():
            try:
                lines.send(**message)
            except OSError:
                pass  # the end of the run says why

    def _refuse(self, text):
        output = self._new_output()
        self.stop()
        raise Refused(f"{text}\n{output}".rstrip())


def _end_with_parent():
    """Also where pytest is killed: the command that starts ranks is told, and ends them (prctl(2))."""
    parent_death_signal = 1
    _libc.prctl(parent_death_signal, signal.SIGTERM)


def _of_test(frames):
    """Without the frames of pytest, which has called the test."""
    lines = frames[frames.rfind("most recent call first") :].splitlines()[1:]
    end = next((number for number, line in enumerate(lines) if "/_pytest/" in line), len(lines))
    return "\n".join(lines[:end])
