"""The machine that bench/versus measures on, and what other programs do on it meanwhile."""
import os
import platform
import resource
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


def wait_for_quiet(patience):
    """Waits until other programs leave the cores alone, but no longer than `patience` seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end and busy_share(0.1) > 0.1:
        pass


def processor():
    with open("/proc/cpuinfo") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return names[0] if names else "unknown"


def description(clock):
    return {"processor": processor(), "cores": len(os.sched_getaffinity(0)), "system": platform.release(),
            "date": time.strftime("%Y-%m-%d %H:%M:%S"), "duration": round(clock.seconds()),
            "used_by_others": round(clock.share_of_others(), 3)}
