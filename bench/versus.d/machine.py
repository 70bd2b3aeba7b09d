"""The machine that bench/versus measures on, and what other programs do on it meanwhile."""
import os
import platform
import re
import resource
import subprocess
import sys
import time


def busy_seconds():
    """Processor time that all programs of this machine have used."""
    with open("/proc/stat") as file:
        user, nice, system = map(int, file.readline().split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime + time.process_time()


class Clock:
    """Time from now on: of the wall, and the share of the cores that other programs took away."""

    def __init__(self):
        self.wall, self.others = time.monotonic(), busy_seconds() - own_seconds()

    def seconds(self):
        return time.monotonic() - self.wall

    def share_of_others(self):
        used = busy_seconds() - own_seconds() - self.others
        return max(0, used / self.seconds() / os.cpu_count())


def busy_share(seconds):
    """Of the cores, in the next so many seconds."""
    before, begin = busy_seconds(), time.monotonic()
    time.sleep(seconds)
    return (busy_seconds() - before) / (time.monotonic() - begin) / os.cpu_count()


# Before a command: another process keeps the last processor busy meanwhile. In the same session, since Linux shares
# processors out by sessions first (sched_autogroup): the threads of a process in another one would get a third of it.
BESIDE_BUSY = ["sh", "-c", f"""{sys.executable} -c 'import os
os.sched_setaffinity(0, {{max(os.sched_getaffinity(0))}})
while True: pass' & busy=$!
"$@"
code=$?
kill $busy
exit $code""", "sh"]

WIDTH = re.compile(r"^width (\d+) (\S+)$", re.MULTILINE)


class Processors:
    """Whether they are those of an idle machine. Other programs may use them; and a virtual one, or a
    hardware thread, may share its core with another that works: only its own speed tells."""

    QUIET = 1.08  # times as long as ever on a processor, for instructions that do not wait for each other

    def __init__(self, program):
        """`program` is width.c's."""
        self.program, self.fastest = program, {}
        for _ in range(20):
            self.times_longer()

    def times_longer(self):
        """Of the processor for which that is most: they may differ in speed."""
        done = subprocess.run([self.program], check=True, capture_output=True, text=True)
        values = {number: float(value) for number, value in WIDTH.findall(done.stdout)}
        for number, value in values.items():
            self.fastest[number] = min(value, self.fastest.get(number, value))
        return max(value / self.fastest[number] for number, value in values.items())

    def are_quiet(self):
        return self.times_longer() < self.QUIET and busy_share(0.1) < 0.1

    def wait_for_quiet(self, end):
        """Not after this moment."""
        while time.monotonic() < end and not self.are_quiet():
            pass

    def measured(self, measure, patience):
        """What `measure()` gives, and whether they were quiet before and after it: when they were not it is
        called again, but not after so many seconds."""
        end = time.monotonic() + patience
        while True:
            self.wait_for_quiet(end)
            quiet = self.times_longer() < self.QUIET
            value = measure()
            quiet = quiet and self.times_longer() < self.QUIET
            if quiet or time.monotonic() >= end:
                return value, quiet


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return names[0] if names else "unknown"


def description(clock):
    return {"processor": processor(), "cores": len(os.sched_getaffinity(0)), "system": platform.release(),
            "date": time.strftime("%Y-%m-%d %H:%M:%S"), "duration": round(clock.seconds()),
            "used_by_others": round(clock.share_of_others(), 3)}
