"""MPI by ctypes: what the tests send, without mpi4py."""

import ctypes

import sartor

_mpi = ctypes.CDLL(sartor.library())
_WORLD, _INT, _SUM = ctypes.c_void_p(257), ctypes.c_void_p(521), ctypes.c_void_p(33)


def init():
    _mpi.MPI_Init(None, None)


def finalize():
    _mpi.MPI_Finalize()


def rank():
    found = ctypes.c_int()
    _mpi.MPI_Comm_rank(_WORLD, ctypes.byref(found))
    return found.value


def size():
    found = ctypes.c_int()
    _mpi.MPI_Comm_size(_WORLD, ctypes.byref(found))
    return found.value


def send(value, to, tag=0):
    _mpi.MPI_Send(ctypes.byref(ctypes.c_int(value)), 1, _INT, to, tag, _WORLD)


def receive(source, tag=0):
    found = ctypes.c_int()
    _mpi.MPI_Recv(ctypes.byref(found), 1, _INT, source, tag, _WORLD, None)
    return found.value


def sum_of_all(value):
    found = ctypes.c_int()
    _mpi.MPI_Allreduce(ctypes.byref(ctypes.c_int(value)), ctypes.byref(found), 1, _INT, _SUM, _WORLD)
    return found.value


def abort(code):
    _mpi.MPI_Abort(_WORLD, code)
