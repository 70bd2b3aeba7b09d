"""The MPIs that bench/versus compares: how each builds a program and starts ranks, within a time limit."""
import ctypes
import os
import shutil
import signal
import subprocess
import time


class Failure(Exception):
    """A program that cannot be built or ends with an error."""


class Implementation:
    """One MPI: `compiler` builds, `launcher` starts, with `binding` where each rank has a core to itself. Where a
    rank is not a process, `for_processes` makes the compiler build for that."""

    def __init__(self, name, compiler, launcher, binding=(), environment=None, for_processes=None):
        self.for_processes = for_processes
        self.name, self.compiler, self.launcher, self.binding = name, compiler, launcher, list(binding)
        self.environment = {**os.environ, **(environment or {})}

    def is_installed(self):
        return all(shutil.which(tool) for tool in (self.compiler[0], self.launcher[0]))

    def build(self, source, executable, in_processes=False):
        special = self.for_processes if in_processes and self.for_processes else []
        command = [*self.compiler, *special, "-O2", "-o", executable, source]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{' '.join(command)}:\n{beginning(done.stderr)}")

    def command(self, ranks, program, arguments, in_processes=False):
        binding = self.binding if ranks <= len(os.sched_getaffinity(0)) else []
        if in_processes and self.for_processes:
            binding = ["--processes", str(ranks)]
        return [*self.launcher, *binding, "-n", str(ranks), program, *map(str, arguments)]

    def run(self, ranks, program, arguments, limit, before=(), in_processes=False):
        """What the program prints, the seconds it took, and whether it ended within `limit` seconds. `before`: a
        command that runs the one behind it."""
        command = self.command(ranks, program, arguments, in_processes)
        return run_limited([*before, *command], self.environment, limit)


def beginning(text):
    return "\n".join(line[:200] for line in text.strip().splitlines()[:10])


def run_limited(command, environment, limit):
    begin = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return end_early(process), time.monotonic() - begin, False
    except BaseException:
        end_early(process)
        raise
    if process.returncode != 0:
        raise Failure(f"{' '.join(command)}: exit code {process.returncode}:\n{beginning(errors)}")
    return output, time.monotonic() - begin, True


def end_early(process):
    """Lets the launcher end its ranks, then ends what is left of them; gives what was printed before."""
    started = descendants(process.pid)
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
    for number, begin in started:
        if begin_of(number) == begin:
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass
        reap(number)
    return process.communicate()[0]


def adopt_orphans():
    """Processes whose launcher has ended become this one's children, so that their time is known to be ours."""
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def reap(number):
    try:
        os.waitpid(number, 0)
    except ChildProcessError:
        pass


def stat_fields(number):
    try:
        with open(f"/proc/{number}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None


def begin_of(number):
    """When a process began, by which it is told from a later one of the same number."""
    fields = stat_fields(number)
    return fields[19] if fields else None


def descendants(root):
    children = {}
    for entry in os.listdir("/proc"):
        fields = stat_fields(entry) if entry.isdigit() else None
        if fields:
            children.setdefault(int(fields[1]), []).append((int(entry), fields[19]))
    found, waiting = [], [root]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += [number for number, _ in below]
    return found


def implementations(sartor):
    as_root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}  # in containers
    return [
        Implementation("sartor", [sartor, "cc"], [sartor, "run"], for_processes=["--machine", "fabric"]),
        Implementation("mpich", ["mpicc.mpich"], ["mpiexec.mpich"], ["-bind-to", "core"]),
        Implementation("openmpi", ["mpicc.openmpi"], ["mpiexec.openmpi", "--oversubscribe"],
                       ["--bind-to", "core"], as_root),
    ]


def file_sizes(executable):
    """Bytes of the stripped executable, and of it with the shared libraries that are not the C library's."""
    stripped = executable + ".stripped"
    subprocess.run(["strip", "-o", stripped, executable], check=True)
    own = os.path.getsize(stripped)
    loaded = subprocess.run(["ldd", executable], capture_output=True, text=True, check=True).stdout
    words = [line.split() for line in loaded.splitlines()]
    libraries = [line[2] for line in words if len(line) > 2 and line[2].startswith("/")]
    c_library = ("libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so")
    others = [path for path in libraries if not os.path.basename(path).startswith(c_library)]
    return {"executable": own, "with_libraries": own + sum(os.path.getsize(path) for path in others)}
