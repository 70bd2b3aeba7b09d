"""How each MPI builds and starts a program."""
import functools
import os
import re
import shutil
import subprocess

from peers import Failure

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FLAGS = ["-g", "-O1", "-pthread", "-w"]
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # in containers
OPEN_MPI = ["mpiexec.openmpi", "--oversubscribe", "--mca", "mpi_param_check", "1",
            "--mca", "mpi_show_handle_leaks", "1"]


class Tool:
    """One MPI with its checks: `compiler` builds, `launcher` starts, the first line of `version` identifies it."""

    def __init__(self, name, title, compiler, launcher, version, environment=None):
        self.name, self.title, self.compiler, self.launcher = name, title, compiler, launcher
        self.version_command = version
        self.environment = {**os.environ, **(environment or {})}
        self.is_own = name in ("sartor", "checked")

    def is_installed(self):
        return all(shutil.which(tool) for tool in (self.compiler[0], self.launcher[0]))

    def version(self):
        done = subprocess.run(self.version_command, env=self.environment, capture_output=True, text=True)
        found = re.search(r"\d+(\.\d+)+\S*", done.stdout)
        return found.group(0) if found else ""

    def identity(self):
        """Changes with each build of the tool, and with the headers that the MPI of a program is cut from."""
        newest = os.stat(shutil.which(self.compiler[0])).st_mtime_ns
        if self.is_own:
            newest = max(newest, newest_header())
        return f"{' '.join([os.path.basename(self.compiler[0]), *self.compiler[1:], *self.launcher[1:]])} {newest}"

    @staticmethod
    def lost_message(code, output):
        """Launchers now and then lose the report of an error on its way: such a run is made again."""
        return bool(code) and (not output.strip() or ("ORTE_ERROR_LOG" in output and "show_help" in output))

    def build_command(self, program, faulty, executable):
        return [*self.compiler, *FLAGS, *(["-DFAULT"] if faulty else []), "-o", executable, program.source]

    def run_command(self, program, executable):
        return [*self.launcher, "-n", str(program.ranks), executable]


@functools.lru_cache(maxsize=None)
def newest_header():
    names = ("aspects", "components", "framework", "mpi_api", "runtime", "selection", "topologies", "transports")
    folders = [os.path.join(ROOT, name) for name in names]
    return max(os.stat(os.path.join(folder, name)).st_mtime_ns
               for top in folders for folder, _, names in os.walk(top) for name in names)


def find_tools(sartor, wanted):
    tools = [
        Tool("sartor", "Sartor", [sartor, "cc"], [sartor, "run"], [sartor, "--version"]),
        Tool("checked", "Sartor --checked", [sartor, "cc", "--checked"], [sartor, "run", "--report"],
             [sartor, "--version"]),
        Tool("mpich", "MPICH", ["mpicc.mpich"], ["mpiexec.mpich"], ["mpiexec.mpich", "--version"]),
        Tool("openmpi", "Open MPI", ["mpicc.openmpi"], OPEN_MPI, ["mpiexec.openmpi", "--version"], AS_ROOT),
    ]
    names = [name for name in wanted.split(",") if name]
    for name in names:
        if name not in [tool.name for tool in tools]:
            raise Failure(f"--tools {name}: expected some of {','.join(tool.name for tool in tools)}")
    if not tools[0].is_installed():
        raise Failure(f"{sartor}: build it first, or name it in SARTOR")
    return [tool for tool in tools if tool.is_installed() and (not names or tool.name in names)]
