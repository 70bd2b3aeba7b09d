"""Sends a sum around a ring. Arguments: deadlock, abort."""

import sys

import mpi


def take(source):
    return mpi.receive(source)


mpi.init()
own, ranks = mpi.rank(), mpi.size()
if "abort" in sys.argv and own == 1:
    mpi.abort(5)
if "deadlock" in sys.argv:
    take((own + 1) % ranks)
if own > 0:
    total = take(own - 1) + own
    mpi.send(total, (own + 1) % ranks)
else:
    mpi.send(0, 1 % ranks)
    total = take(ranks - 1)
print(f"rank {own} of {ranks}: {total}")
mpi.finalize()
