"""The rounds of bench/versus: builds the programs, runs each with each MPI in turn, collects the values."""
import os
import re
import subprocess
import sys

from cases import KINDS
from machine import BESIDE_BUSY, Processors
from peers import Failure, file_sizes, run_limited
from results import Results

PROGRAMS = os.path.dirname(os.path.abspath(__file__))


def say(text):
    """What is going on, on one line of a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text[:100]}")
        sys.stderr.flush()


# A whole line of a program; launchers that are stopped add lines of their own.
VALUE = re.compile(r"^(\w+) (\d+) ([-+.\de]+)\n", re.MULTILINE)


class Comparison:
    """Runs the kinds of one selection and collects their values."""

    def __init__(self, options, mpis, work):
        self.options, self.mpis, self.work = options, mpis, work
        self.kinds = [kind for kind in KINDS if kind.selected(options.patterns)]
        self.results = Results([mpi.name for mpi in mpis])
        self.done = set()  # kinds, ranks and MPIs that are not started again
        self.failures = []

    def program(self, kind, mpi):
        name = os.path.splitext(os.path.basename(kind.source or kind.program))[0]
        return os.path.join(self.work, f"{name}{'.processes' if kind.in_processes else ''}.{mpi.name}")

    def build(self):
        for name in ("limits", "width"):
            compiler = [os.environ.get("CC", "cc"), "-O2", "-pthread"]
            source = os.path.join(PROGRAMS, name + ".c")
            subprocess.run([*compiler, "-o", os.path.join(self.work, name), source], check=True)
        for kind in self.kinds:
            source = os.path.normpath(os.path.join(PROGRAMS, kind.source or kind.program + ".c"))
            for mpi in self.mpis:
                if not os.path.exists(self.program(kind, mpi)):
                    say(f"building {kind.program} with {mpi.name}")
                    mpi.build(source, self.program(kind, mpi), kind.in_processes)

    def rounds(self):
        self.processors = Processors(os.path.join(self.work, "width"))
        for number in range(1, self.options.rounds + 1):
            self.processors.measured(lambda: self.measure_limits(number), self.options.patience)
            for kind in self.kinds:
                for ranks in self.rank_counts(kind):
                    for mpi in self.mpis:
                        say(f"{number} of {self.options.rounds}: {kind.program}, {ranks} ranks, {mpi.name}")
                        self.start(kind, ranks, mpi, number)
        say("")

    def rank_counts(self, kind):
        wanted = self.options.ranks
        return [ranks for ranks in kind.ranks[self.options.full] if not wanted or ranks in wanted]

    def start(self, kind, ranks, mpi, number):
        key = (kind.program, tuple(kind.cases), ranks, mpi.name)
        if key in self.done:
            return
        try:
            (seconds, ended), quiet = self.processors.measured(lambda: self.measure(kind, ranks, mpi, number),
                                                               self.options.patience)
            if not quiet:
                self.results.note_slowed(kind.selected(self.options.patterns), ranks, mpi.name, number)
            self.excuse(kind, ranks, mpi, "-" if ended else f">{self.options.limit:g} s")
            is_slow = mpi.name != "sartor" and seconds > self.options.limit / 4
            if is_slow or not ended or kind.measured_by == "file":
                self.done.add(key)
        except Failure as failure:
            self.failures.append(f"{mpi.name}, {ranks} ranks: {failure}")
            self.excuse(kind, ranks, mpi, "failed")
            self.done.add(key)

    def measure(self, kind, ranks, mpi, number):
        cases = kind.selected(self.options.patterns)
        program = self.program(kind, mpi)
        if kind.measured_by == "file":
            for case, value in file_sizes(program).items():
                self.add(kind, case, ranks, 0, mpi, number, value)
            return 0, True
        words = [",".join(case.removeprefix(kind.prefix) for case in cases)] if kind.names_cases else []
        words = [self.options.seconds, *words, *kind.sizes[self.options.full]] if kind.sizes[1] else []
        output, seconds, ended = mpi.run(ranks, program, words, self.options.limit,
                                         BESIDE_BUSY if kind.beside_busy else [], kind.in_processes)
        if kind.measured_by == "wall":
            if ended:
                self.add(kind, cases[0], ranks, 0, mpi, number, seconds * 1e3)
            return seconds, ended
        for case, size, value in VALUE.findall(output):
            self.add(kind, kind.prefix + case, ranks, int(size), mpi, number, float(value))
        return seconds, ended

    def add(self, kind, case, ranks, size, mpi, number, value):
        if case in kind.selected(self.options.patterns):
            self.results.add((case, ranks, size), kind.unit, mpi.name, number, value)

    def excuse(self, kind, ranks, mpi, text):
        """Notes why values are missing."""
        for case in kind.selected(self.options.patterns):
            for size in kind.sizes[self.options.full] or [0]:
                point = (case, ranks, 0 if case == "barrier" else size)
                if (point, mpi.name) not in self.results.values:
                    self.results.note(point, kind.unit, mpi.name, text)

    def measure_limits(self, number):
        program = os.path.join(self.work, "limits")
        sizes = [8, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20]
        command = [program, str(self.options.seconds), *map(str, sizes)]
        output, _, _ = run_limited(command, None, self.options.limit)
        for case, size, value in VALUE.findall(output):
            self.results.add_limit(case, int(size), float(value))
