"""What bench/versus measures: kinds of programs with their cases, sizes and rank counts, and the targets."""
from dataclasses import dataclass
from fnmatch import fnmatch

KIB = 1024
MIB = 1024 * KIB


@dataclass
class Kind:
    """One program and the cases it prints. Lists are for --quick and for a full run."""
    program: str
    cases: list
    unit: str
    ranks: tuple
    sizes: tuple = ((), ())
    names_cases: bool = False  # the program is told which cases, separated by commas
    measured_by: str = "program"  # program: it prints values; wall: the time of the whole run counts
    source: str = ""
    beside_busy: bool = False  # another process keeps the second processor busy meanwhile
    prefix: str = ""  # of its cases, before the names that the program prints
    in_processes: bool = False  # each rank is a process, as with the other MPIs

    def selected(self, patterns):
        return [case for case in self.cases if any(fnmatch(case, pattern) for pattern in patterns)]


def powers(first, last, factor):
    sizes = []
    while first <= last:
        sizes.append(first)
        first *= factor
    return sizes


COLLECTIVES = ["allreduce", "barrier", "bcast", "reduce", "alltoall", "allgather", "gather", "scatter"]
PATTERNS = ["vector_4", "vector_8", "vector_64", "vector_1024", "indexed_8", "indexed_512", "indexed_ragged",
            "struct", "subarray_2d", "subarray_3d", "nested_vector", "nested_struct"]
RMA = ["put", "get", "accumulate", "fetch_and_op", "compare_and_swap", "lock_put_unlock", "put_fence", "put_pscw"]
FILES = [f"{way}_{pattern}{form}" for pattern in ("contiguous", "strided", "small", "blocks") for form in ("", "_all")
         for way in ("write", "read")]
THREADS = [f"{name}_{count}" for name in ("threads_latency", "threads_rate", "threads_allreduce")
           for count in (1, 2, 4)] + ["beside_waiting_2", "beside_waiting_4"]
PING_PONG = ([1, 8, 32, 64, KIB, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB], powers(1, 4 * MIB, 2))
MANY = ((2, 16), (2, 8, 16, 64, 192))

KINDS = [
    Kind("pingpong", ["pingpong"], "us", ((2,), (2,)), PING_PONG, names_cases=True),
    Kind("pingpong", ["rewritten"], "us", ((2,), (2,)), PING_PONG, names_cases=True),
    Kind("synchronous", ["synchronous"], "us", ((2,), (2,)), ([8, 64, KIB], powers(1, 4 * MIB, 2)), names_cases=True),
    Kind("bidirectional", ["bidirectional"], "us", ((2,), (2,)),
         ([8, 4 * KIB, 64 * KIB, MIB], powers(8, 4 * MIB, 4))),
    Kind("rate", ["rate"], "us", MANY, ([8], [8, KIB])),
    Kind("unexpected", ["unexpected"], "us", ((2,), (2,)), ([8, KIB], [8, 128, KIB, 8 * KIB])),
    Kind("many_to_one", ["many_to_one"], "us", MANY, ([8, KIB], [8, KIB, 16 * KIB])),
    Kind("halo", ["halo"], "us", MANY, ([8, KIB, 64 * KIB], [8, KIB, 64 * KIB])),
    Kind("collectives", COLLECTIVES, "us", ((2, 16, 64), (2, 16, 64)),
         ([8, KIB, 64 * KIB, MIB], [8, 64, KIB, 4 * KIB, 16 * KIB, 64 * KIB, 256 * KIB, MIB]),
         names_cases=True),
    Kind("datatypes", [way + pattern for way in ("exchange_", "pack_") for pattern in PATTERNS], "us",
         ((2,), (2,)), ([KIB, 64 * KIB], powers(KIB, 4 * MIB, 8))),
    Kind("rma", RMA, "us", ((2, 8), (2, 8, 16, 64)), ([8, KIB, 64 * KIB, 4 * MIB], powers(8, 4 * MIB, 8)),
         names_cases=True),
    Kind("files", FILES, "us", ((2, 16), (2, 8, 16)), ([64 * KIB, MIB], [16 * KIB, 64 * KIB, MIB]), names_cases=True),
    Kind("threads", ["single_latency_1"], "us", ((2,), (2,)), ([8], [8, 64 * KIB]), names_cases=True),
    Kind("threads", THREADS, "us", ((2,), (2,)), ([8, 64 * KIB], [8, KIB, 64 * KIB]), names_cases=True),
    Kind("polling", ["polling_updates"], "us", ((1, 2), (1, 2, 8)), ([4 * KIB], [4 * KIB, MIB]), names_cases=True),
    Kind("polling", ["polling_test", "polling_probe"], "us", ((2,), (2, 8)), ([8], [8, KIB]), names_cases=True),
    Kind("beside", ["beside_busy", "beside_busy_polling"], "us", ((2,), (2,)), ([8], [8, KIB]), names_cases=True,
         beside_busy=True),
    *[Kind("processes", ["processes_" + case], "us", ranks, sizes, source=source, prefix="processes_", in_processes=True,
           names_cases=source != "rate.c")
      for source, case, ranks, sizes in (("pingpong.c", "pingpong", ((2,), (2,)), PING_PONG),
                                         ("rate.c", "rate", ((2,), (2,)), ([8], [8, KIB])),
                                         ("collectives.c", "allreduce", ((2,), (2, 8)), ([8, 64 * KIB], [8, KIB, MIB])))],
    Kind("start", ["start"], "ms", ((2, 64, 192), (2, 64, 192)), measured_by="wall",
         source="../footprint.d/barrier.c"),
    Kind("memory", ["memory"], "KiB", ((2, 16), (2, 16, 64))),
    Kind("blocked", ["blocked"], "s", ((2,), (2,))),
    Kind("lean", ["executable", "with_libraries"], "B", ((1,), (1,)), measured_by="file",
         source="../footprint.d/lean.c"),
]

TITLES = {
    "pingpong": "ping-pong, one way, buffers as they are",
    "rewritten": "ping-pong, one way, buffers rewritten each turn (writing included)",
    "synchronous": "ping-pong of synchronous sends, one way",
    "bidirectional": "both send windows of 16: one message each way",
    "rate": "message rate, windows of 64: one message of a pair",
    "unexpected": "64 unexpected messages, received in reverse: one",
    "many_to_one": "all others to one from any source: one message",
    "halo": "nearest-neighbour exchange, four edges (bytes of one)",
    "put": "MPI_Put, MPI_Win_flush",
    "get": "MPI_Get, MPI_Win_flush",
    "accumulate": "MPI_Accumulate of sums, MPI_Win_flush",
    "fetch_and_op": "MPI_Fetch_and_op, MPI_Win_flush",
    "compare_and_swap": "MPI_Compare_and_swap, MPI_Win_flush",
    "lock_put_unlock": "MPI_Win_lock, MPI_Put, MPI_Win_unlock",
    "put_fence": "MPI_Put, MPI_Win_fence",
    "put_pscw": "MPI_Win_post, _start, MPI_Put, _complete, _wait",
    **{f"{way}_{pattern}{form}": f"MPI_File_{way}_at{form}: {text}"
       for pattern, text in (("contiguous", "one stretch"), ("strided", "pieces of 512 bytes"),
                             ("small", "pieces of 8 bytes"), ("blocks", "a block of a cube of doubles"))
       for form in ("", "_all") for way in ("write", "read")},
    "single_latency_1": "MPI_THREAD_SINGLE: ping-pong, one way",
    **{f"threads_latency_{count}": f"{count} threads a rank: ping-pong of each, one way" for count in (1, 2, 4)},
    **{f"threads_rate_{count}": f"{count} threads a rank: one message of each, windows" for count in (1, 2, 4)},
    **{f"threads_allreduce_{count}": f"{count} threads a rank: MPI_Allreduce of each" for count in (1, 2, 4)},
    **{f"beside_waiting_{count}": f"ping-pong beside {count - 1} waiting threads" for count in (2, 4)},
    "beside_busy": "compute 10 us, exchange, beside a busy process",
    "beside_busy_polling": "the same, polling with MPI_Testall",
    "polling_updates": "updates of HPCC's RandomAccess, a poll after each: one",
    "polling_test": "ping-pong, one way, polling with MPI_Test",
    "polling_probe": "ping-pong, one way, polling with MPI_Iprobe",
    "start": "init, barrier, finalize, with the launcher",
    "memory": "memory of a rank (Pss)",
    "blocked": "processor time of a rank that waits for 5 s",
    "executable": "lean program, stripped",
    "with_libraries": "lean program with the MPI libraries it loads",
    **{name: "MPI_" + name.capitalize() for name in COLLECTIVES},
    "processes_pingpong": "ping-pong, one way, of two processes",
    "processes_rate": "message rate of two processes, windows of 64: one message",
    "processes_allreduce": "MPI_Allreduce, each rank a process",
    **{"exchange_" + name: "ping-pong with a datatype, one way: " + name for name in PATTERNS},
    **{"pack_" + name: "MPI_Pack or MPI_Unpack: " + name for name in PATTERNS},
}


@dataclass
class Target:
    """At most `ratio` times the better peer's value, or at most `value` in the case's unit."""
    cases: list
    ranks: tuple
    bytes: tuple
    ratio: float = None
    value: float = None

    def applies(self, case, ranks, size):
        return case in self.cases and ranks in self.ranks and self.bytes[0] <= size <= self.bytes[1]


EVERY_SIZE = (0, 1 << 40)
# The first that applies counts. "20 times faster" is a ratio of 0.05.
TARGETS = [
    Target(["pingpong"], (2,), (1, 32), ratio=0.9),
    Target(["pingpong"], (2,), (64, 4 * KIB), ratio=0.75),
    Target(["pingpong"], (2,), (16 * KIB, 16 * KIB), ratio=0.6),
    Target(["pingpong"], (2,), (64 * KIB, 64 * KIB), ratio=0.65),
    Target(["pingpong"], (2,), (256 * KIB, MIB), ratio=0.5),
    Target(["rewritten"], (2,), (256 * KIB, MIB), ratio=0.65),
    Target(["synchronous"], (2,), (1, 32), ratio=0.5),
    Target(["synchronous"], (2,), (64, 64), ratio=0.7),
    Target(["rate"], (2,), (8, 8), ratio=1 / 1.5),
    Target(["many_to_one", "halo"], (16,), (0, KIB), ratio=0.05),
    Target(["allreduce"], (2,), (8, 8), ratio=0.9),
    Target(COLLECTIVES, (16, 64), (0, KIB), ratio=0.05),
    Target(COLLECTIVES, (2, 16, 64), EVERY_SIZE, ratio=1.0),
    Target(["threads_latency_4", "threads_rate_4"], (2,), EVERY_SIZE, ratio=0.5),
    Target(THREADS, (2,), EVERY_SIZE, ratio=1.0),
    Target(["write_strided_all", "write_small_all"], (2, 8, 16), EVERY_SIZE, ratio=0.5),
    Target(["write_blocks_all"], (8, 16), EVERY_SIZE, ratio=0.5),  # with two ranks each block is one stretch
    Target(FILES, (2, 8, 16), EVERY_SIZE, ratio=1.0),
    Target(RMA, (2,), (8, 8), ratio=0.8),
    Target(RMA, (8, 16, 64), (0, KIB), ratio=0.05),
    Target(["processes_pingpong"], (2,), (8, 8), ratio=1.2),
    Target(["processes_pingpong"], (2,), (64 * KIB, 1 << 40), ratio=1.0),
    Target(["processes_rate"], (2,), (8, 8), ratio=1 / 0.8),
    # Half of a processor is a fair share: nobody can do much better.
    Target(["beside_busy", "beside_busy_polling"], (2,), EVERY_SIZE, ratio=1.05),
    Target(["start"], (192,), EVERY_SIZE, value=300),
    Target(["blocked"], (2,), EVERY_SIZE, value=0.1),
    Target(["executable"], (1,), EVERY_SIZE, value=200000),
]


def target_of(case, ranks, size):
    return next((target for target in TARGETS if target.applies(case, ranks, size)), None)
