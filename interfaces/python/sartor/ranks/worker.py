"""One rank: a session of pytest that runs the tests which the outer session asks for.

python -m sartor.ranks.worker SOCKET: started by `sartor run`, once for each rank.
"""

import faulthandler
import json
import os
import signal
import socket
import sys

from sartor.ranks.lines import Lines


class RankSession:
    """The plugin that takes the place of pytest's loop over all tests."""

    def __init__(self, lines, ranks):
        self.lines = lines
        self.ranks = ranks

    def pytest_collectreport(self, report):
        if report.failed:
            self.lines.send(refused=f"{report.nodeid} can't be collected:\n{report.longreprtext}")

    def pytest_internalerror(self, excrepr):
        self.lines.send(refused=str(excrepr))

    def pytest_runtestloop(self, session):
        from sartor.ranks.mpi import World, other_mpi

        other = other_mpi(self.ranks)
        if other is not None:
            self.lines.send(refused=f"mpi4py here uses another MPI: {other}\n"
                            "Install an mpi4py that was built for the MPI ABI (docs/python.md).")
            return True
        items = {item.nodeid: item for item in session.items}
        world = World()
        self.lines.send(ready=True)
        while (message := self.lines.receive()) and "run" in message:
            self._run(session, items, world, message)
        session._setupstate.teardown_exact(None)
        world.finalize()
        return True

    def _run(self, session, items, world, message):
        from _pytest.runner import runtestprotocol

        item, following = items.get(message["run"]), items.get(message["next"])
        if item is None:
            self.lines.send(refused=f"{message['run']} is not collected in a rank")
            return
        runtestprotocol(item, nextitem=following)
        self.lines.send(ended=True)
        world.wait_after_test()
        self.lines.send(done=True, left=world.left_message())

    def pytest_runtest_logreport(self, report):
        report.user_properties = [entry for entry in report.user_properties if _is_plain(entry)]
        self.lines.send(report=report._to_json())


def _is_plain(value):
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def main():
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(sys.argv[1])
    lines = Lines(connection)
    rank = int(os.environ["SARTOR_RANK"])
    frames = open(os.path.join(os.path.dirname(sys.argv[1]), f"frames{rank}"), "w")
    faulthandler.register(signal.SIGUSR2, frames)
    lines.send(rank=rank, process=os.getpid())
    task = lines.receive()
    if task is None:
        return 0
    sys.path[:] = task["path"]
    return _run_session(lines, rank, task)


def _run_session(lines, rank, task):
    from _pytest.config import Config

    options = dict(task["options"])
    if options.get("basetemp"):
        options["basetemp"] = f"{options['basetemp']}/rank{rank}"
    config = Config.fromdictargs(options, task["arguments"])
    config.sartor_rank = (rank, task["ranks"])
    # Plugins that write files for the whole session know this from pytest-xdist, and leave it to the outer one.
    config.workerinput = {"workerid": f"rank{rank}", "workercount": task["ranks"],
                          "mainargv": task["arguments"], "testrunuid": task["run"]}
    config.pluginmanager.register(RankSession(lines, task["ranks"]), "sartor-rank")
    config.hook.pytest_cmdline_main(config=config)
    return 0


if __name__ == "__main__":
    sys.exit(main())
