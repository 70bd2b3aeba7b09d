"""Ranks in gdb: info ranks, rank N, rank N COMMAND.

    gdb -x PREFIX/lib/sartor/sartor-gdb.py --args sartor run -n 4 ./program

A rank that waits has its registers on its own stack, where the switch to another rank put them. For gdb it is made
the caller of where its worker stands now (frame 0): nothing in the program is changed. The layout of ranks is said by
the program (runtime/reports/debugger.cpp), that of saved registers by Boost.Context for each architecture.
"""

import re

import gdb
from gdb.unwinder import Unwinder, register_unwinder


class Architecture:
    """Registers by their offsets from the saved stack pointer; the stack pointer itself is behind them."""

    def __init__(self, stack_pointer, instruction_pointer, saved, saved_bytes):
        self.stack_pointer = stack_pointer
        self.instruction_pointer = instruction_pointer
        self.saved = saved
        self.saved_bytes = saved_bytes


ARCHITECTURES = {
    "i386:x86-64": Architecture(
        "rsp",
        "rip",
        {"r12": 0x08, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38},
        0x40,
    ),
    "aarch64": Architecture(
        "sp", "pc", {**{"x%d" % n: 0x40 + 8 * (n - 19) for n in range(19, 31)}, "pc": 0xA0}, 0xB0
    ),
}


def architecture_of(frame):
    name = frame.architecture().name()
    if name not in ARCHITECTURES:
        raise gdb.GdbError("sartor-gdb.py does not know how ranks wait on " + name)
    return ARCHITECTURES[name]

TABLE_VERSION = 1


def read(address, size):
    memory = gdb.selected_inferior().read_memory(address, size)
    return int.from_bytes(bytes(memory), "little")


class Table:
    """Addresses of the ranks' states, and offsets in them."""

    OFFSETS = ["number", "run_state", "ended", "call", "call_site", "saved_stack_pointer", "stack_low", "stack_bytes"]

    def __init__(self):
        try:
            self.address = int(gdb.parse_and_eval("(unsigned long)&sartor_debug_table"))
            self.version = read(self.address, 4)
        except gdb.error:
            raise gdb.GdbError("no program of sartor runs here")
        if self.version != TABLE_VERSION:
            raise gdb.GdbError("this program was built by another version of sartor than this sartor-gdb.py")
        self.rank_bytes = read(self.address + 4, 4)
        self.first = read(read(self.address + 8, 8), 8)
        self.size = read(read(self.address + 16, 8), 4)
        for index, name in enumerate(self.OFFSETS):
            setattr(self, name, read(self.address + 24 + 4 * index, 4))
        if self.first == 0:
            raise gdb.GdbError("the ranks have not started yet")


class Rank:
    def __init__(self, table, number):
        if not 0 <= number < table.size:
            raise gdb.GdbError("there is no rank %d, only 0 to %d" % (number, table.size - 1))
        self.number = number
        at = table.first + number * table.rank_bytes
        self.ended = read(at + table.ended, 1) != 0
        self.saved = read(at + table.saved_stack_pointer, 8)
        self.low = read(at + table.stack_low, 8)
        self.high = self.low + read(at + table.stack_bytes, 8)
        self.call_site = read(at + table.call_site, 8)
        call = read(at + table.call, 8)
        self.call = gdb.Value(call).cast(gdb.lookup_type("char").pointer()).string() if call else ""

    def thread_of(self, stack_pointers):
        """The thread that stands on this rank's stack: it runs the rank, or looks for another to run."""
        for thread, pointer in stack_pointers:
            if self.low <= pointer < self.high:
                return thread
        return None

    def last_call(self):
        if not self.call:
            return "no MPI call yet"
        sal = gdb.decode_line("*%d" % (self.call_site - 1))[1][0]
        location = " at %s:%d" % (sal.symtab.filename, sal.line) if sal.symtab else ""
        return self.call + location

    def describe(self, thread):
        if self.ended:
            return "has ended"
        if thread is not None:
            return "on its thread; last MPI call: " + self.last_call()
        if self.saved == 0 or not self.call:
            return "waits for its turn, or has not begun"
        return "waits; MPI call: " + self.last_call()


def stack_pointers():
    """Of all threads. The selection is not changed."""
    selected = gdb.selected_thread()
    if selected is None:
        raise gdb.GdbError("the program does not run")
    clear_choice()
    found = []
    for thread in gdb.selected_inferior().threads():
        thread.switch()
        frame = gdb.newest_frame()
        found.append((thread, int(frame.read_register(architecture_of(frame).stack_pointer))))
    selected.switch()
    return found


class Id:
    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


class RankUnwinder(Unwinder):
    """Goes from frame 0 of one thread to the frames of the rank that was chosen."""

    def __init__(self):
        super().__init__("sartor-ranks")
        self.rank = None
        self.thread = None
        self.pointer = None

    def choose(self, rank, thread, pointer):
        self.rank = rank
        self.thread = thread
        self.pointer = pointer
        gdb.invalidate_cached_frames()

    def __call__(self, frame):
        if self.rank is None or gdb.selected_thread() is None or gdb.selected_thread().num != self.thread:
            return None
        registers = ARCHITECTURES.get(gdb.selected_inferior().architecture().name())
        if registers is None or int(frame.read_register(registers.stack_pointer)) != self.pointer:
            return None
        word = gdb.lookup_type("unsigned long")
        saved = self.rank.saved
        pc = frame.read_register(registers.instruction_pointer)
        info = frame.create_unwind_info(Id(gdb.Value(saved - 256).cast(word), pc))
        for name, offset in registers.saved.items():
            info.add_saved_register(name, gdb.Value(read(saved + offset, 8)).cast(word))
        info.add_saved_register(registers.stack_pointer, gdb.Value(saved + registers.saved_bytes).cast(word))
        return info


unwinder = RankUnwinder()
register_unwinder(None, unwinder, replace=True)


def clear_choice(event=None):
    if unwinder.rank is not None:
        unwinder.choose(None, None, None)


gdb.events.cont.connect(clear_choice)


def is_of_program(frame):
    """Whether a frame's code is in a rank's copy of the program or of one of its libraries."""
    name = gdb.solib_name(frame.pc())
    return name is not None and re.search(r"^/proc/\d+/fd/|/rank-\d+(\.so|-)", name) is not None


def select_program_frame():
    """The newest frame of the program's own."""
    frame = gdb.newest_frame()
    if unwinder.rank is not None:
        frame = frame.older()
    first = frame
    while frame is not None and frame.is_valid() and not is_of_program(frame):
        frame = frame.older()
    (frame or first).select()


def select(rank):
    pointers = stack_pointers()
    thread = rank.thread_of(pointers)
    if rank.ended:
        raise gdb.GdbError("rank %d has ended" % rank.number)
    if thread is not None:
        thread.switch()
    elif rank.saved == 0:
        raise gdb.GdbError("rank %d has not begun" % rank.number)
    else:
        selected = gdb.selected_thread()
        unwinder.choose(rank, selected.num, dict((t.num, p) for t, p in pointers)[selected.num])
    select_program_frame()


def backtrace(arguments):
    """Without frame 0, which is another rank's, and without what starts a rank."""
    frames = []
    for line in gdb.execute("backtrace " + arguments, to_string=True).splitlines():
        if line.startswith("#") or not frames:
            frames.append(line)
        else:
            frames[-1] += "\n" + line
    if unwinder.rank is not None:
        frames = frames[1:]
    print("\n".join(frames))


class InfoRanks(gdb.Command):
    """Who runs where, and who waits in which MPI call."""

    def __init__(self):
        super().__init__("info ranks", gdb.COMMAND_STATUS)

    def invoke(self, arguments, from_tty):
        table = Table()
        pointers = stack_pointers()
        print("  Rank  Thread  State")
        for number in range(table.size):
            rank = Rank(table, number)
            thread = rank.thread_of(pointers)
            mark = "*" if thread is not None and thread.num == gdb.selected_thread().num else " "
            print("%s %-5d %-7s %s" % (mark, number, thread.num if thread else "-", rank.describe(thread)))


class RankCommand(gdb.Command):
    """rank N: look at rank N, whether it runs or waits; frames and variables are its own until the program goes on.
    rank N COMMAND: the same for one command, such as bt, frame or print."""

    def __init__(self):
        super().__init__("rank", gdb.COMMAND_STACK)

    def invoke(self, arguments, from_tty):
        words = arguments.split(None, 1)
        if not words or not words[0].isdigit():
            raise gdb.GdbError("rank takes a number: rank 3, rank 3 bt")
        select(Rank(Table(), int(words[0])))
        command = words[1] if len(words) > 1 else "frame"
        name, _, rest = command.partition(" ")
        if name in ("bt", "backtrace"):
            backtrace(rest)
        else:
            gdb.execute(command, from_tty)


InfoRanks()
RankCommand()
