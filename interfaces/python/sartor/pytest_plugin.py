"""The plugin of pytest: @pytest.mark.ranks(4) runs a test in four ranks.

The outer session collects, selects and reports. A test with the mark is run by a job (ranks/job.py), whose ranks each
have an inner session (ranks/worker.py) with the same options. A job goes on to the next test with its number of ranks;
after a failure a new one is started.
"""

import ctypes
import os
import sys
import uuid

import pytest

from sartor import library
from sartor.ranks import reports
from sartor.ranks.job import Job, Refused

DEFAULT_SECONDS = 60.0

# Options that select tests, or write something for the whole session: they are the outer session's.
OPTIONS_OF_OUTER_SESSION = {
    "file_or_dir", "keyword", "markexpr", "deselect", "lf", "failedfirst", "newfirst", "stepwise", "stepwise_skip",
    "maxfail", "collectonly", "xmlpath", "junitprefix", "cacheshow", "cacheclear", "usepdb", "trace", "setupshow",
    "setuponly", "setupplan", "durations", "numprocesses", "dist", "tx", "looponfail", "distload", "log_file",
    "plugins", "basetemp", "ranks_timeout",
}


def pytest_addoption(parser):
    text = "seconds for each test in ranks"
    parser.getgroup("sartor").addoption("--ranks-timeout", type=float, metavar="SECONDS", help=text)
    parser.addini("ranks_timeout", text, default=str(DEFAULT_SECONDS))


def pytest_configure(config):
    config.addinivalue_line("markers", "ranks(number, timeout=seconds): run the test in so many ranks, by Sartor")
    if hasattr(config, "sartor_rank"):
        return
    if int(os.environ.get("OMPI_COMM_WORLD_SIZE", "1")) > 1 and "SARTOR_RANK" in os.environ:
        raise pytest.UsageError("start pytest without mpiexec: tests marked with ranks start their ranks")
    load_library()
    config.pluginmanager.register(OuterSession(config), "sartor-ranks")


def load_library():
    """Modules of tests import mpi4py in this process, too: the linker finds what it needs, wherever it was built."""
    try:
        ctypes.CDLL(library())
    except OSError:
        pass  # a test with the mark says what is wrong


@pytest.fixture
def ranks(request):
    """The number of ranks in which the test runs."""
    rank_of_all = getattr(request.config, "sartor_rank", None)
    return rank_of_all[1] if rank_of_all else 1


def ranks_of(item):
    """The number in the mark; None without one."""
    mark = item.get_closest_marker("ranks")
    if mark is None:
        return None
    if len(mark.args) != 1 or type(mark.args[0]) is not int or mark.args[0] < 1 or set(mark.kwargs) - {"timeout"}:
        raise pytest.UsageError(f"{item.nodeid}: ranks takes one number, and timeout=SECONDS; not "
                                f"{mark.args} {mark.kwargs or ''}")
    return mark.args[0]


class OuterSession:
    def __init__(self, config):
        self.config = config
        self.jobs = {}  # by the number of ranks
        self.started = 0
        self.next_of = {}
        self.files = {}
        self.lacks_mpi4py = False

    def pytest_collectreport(self, report):
        self.lacks_mpi4py |= report.failed and "No module named 'mpi4py" in report.longreprtext

    def pytest_collection_finish(self, session):
        last = {}
        for item in session.items:
            ranks = ranks_of(item)
            if ranks is None:
                continue
            if ranks in last:
                self.next_of[last[ranks]] = item.nodeid
            last[ranks] = item.nodeid
            self.files.setdefault(ranks, {})[str(item.path)] = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        ranks = ranks_of(item)
        if ranks is None or self.config.option.usepdb:
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for report in self._run(item, ranks):
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        item.session._setupstate.teardown_exact(nextitem)
        return True

    def pytest_keyboard_interrupt(self):
        while self.jobs:
            self.jobs.popitem()[1].stop()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        while self.jobs:
            self.jobs.popitem()[1].finish()

    def pytest_terminal_summary(self, terminalreporter):
        if self.lacks_mpi4py:
            terminalreporter.line("sartor: mpi4py is missing; build it for the MPI ABI with this environment's "
                                  "include/mpi.h and lib/libmpi_abi.so (docs/python.md)")

    def _run(self, item, ranks):
        seconds = self._seconds(item)
        try:
            if ranks not in self.jobs:
                self.started += 1
                self.jobs[ranks] = Job(ranks, self._task(ranks), self.config.option.capture == "no", max(seconds, 30))
            outcome = self.jobs[ranks].run(item.nodeid, self.next_of.get(item.nodeid), seconds)
        except Refused as refusal:
            self.jobs.pop(ranks, None)
            return [reports.refused(item, str(refusal))]
        merged = reports.merge(item, ranks, outcome)
        if outcome.broke or any(report.failed for report in merged):
            self.jobs.pop(ranks).stop()
        return merged

    def _seconds(self, item):
        of_mark = item.get_closest_marker("ranks").kwargs.get("timeout")
        return float(of_mark or self.config.option.ranks_timeout or self.config.getini("ranks_timeout"))

    def _task(self, ranks):
        options = {name: value for name, value in vars(self.config.option).items()
                   if name not in OPTIONS_OF_OUTER_SESSION and not name.startswith("cov") and _is_plain(value)}
        # What the library and the interpreter say on file descriptors goes to the job's output, even at a crash.
        options["capture"] = "no" if self.config.option.capture == "no" else "sys"
        factory = getattr(self.config, "_tmp_path_factory", None)
        if factory is not None:
            options["basetemp"] = str(factory.getbasetemp() / f"ranks{ranks}-{self.started}")
            os.makedirs(options["basetemp"], exist_ok=True)
        arguments = ["-p", "no:terminal", f"--rootdir={self.config.rootpath}"]
        if self.config.inipath is not None:
            arguments += ["-c", str(self.config.inipath)]
        for plugin in self.config.option.plugins:
            arguments += ["-p", plugin]
        return {"ranks": ranks, "path": sys.path, "folder": str(self.config.invocation_params.dir),
                "options": options, "arguments": arguments + list(self.files[ranks]), "run": uuid.uuid4().hex}


def _is_plain(value):
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, (str, int, float, bool))
