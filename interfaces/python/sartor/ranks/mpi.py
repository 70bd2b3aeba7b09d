"""The few functions of MPI that the plugin itself calls, without mpi4py: MPI 5.0, chapter 20."""

import ctypes
import sys

_WORLD = ctypes.c_void_p(0x101)
_ANY_SOURCE = -1
_ANY_TAG = -2
_THREAD_SERIALIZED = 2048


class _Status(ctypes.Structure):
    _fields_ = [("source", ctypes.c_int), ("tag", ctypes.c_int), ("rest", ctypes.c_int * 6)]


class World:
    """MPI_COMM_WORLD; MPI is initialized if nobody has done it."""

    def __init__(self):
        self._mpi = ctypes.CDLL("libmpi_abi.so.1")
        initialized = ctypes.c_int()
        self._mpi.MPI_Initialized(ctypes.byref(initialized))
        self._is_ours = not initialized.value
        if self._is_ours:
            provided = ctypes.c_int()
            self._mpi.MPI_Init_thread(None, None, _THREAD_SERIALIZED, ctypes.byref(provided))
        self._own = ctypes.c_void_p()  # no test's calls match ours
        self._mpi.MPI_Comm_dup(_WORLD, ctypes.byref(self._own))
        self.wait_after_test()  # others may need a rank for their part of the dup

    def wait_after_test(self):
        """A rank that has ended the test waits in MPI, so that a deadlock of the others comes to light."""
        self._mpi.MPI_Barrier(self._own)

    def left_message(self):
        """Source and tag of a message that nobody has received, or None."""
        found, status = ctypes.c_int(), _Status()
        self._mpi.MPI_Iprobe(
            _ANY_SOURCE, _ANY_TAG, _WORLD, ctypes.byref(found), ctypes.byref(status)
        )
        return [status.source, status.tag] if found.value else None

    def finalize(self):
        finalized = ctypes.c_int()
        self._mpi.MPI_Finalized(ctypes.byref(finalized))
        if finalized.value:
            return
        self._mpi.MPI_Comm_free(ctypes.byref(self._own))
        if self._is_ours:
            self._mpi.MPI_Finalize()


def other_mpi(ranks):
    """The version of the MPI that mpi4py has loaded, if that is not Sartor's; else None."""
    module = sys.modules.get("mpi4py.MPI")
    if module is None or module.COMM_WORLD.Get_size() == ranks and "Sartor" in module.Get_library_version():
        return None
    return module.Get_library_version().splitlines()[0]
